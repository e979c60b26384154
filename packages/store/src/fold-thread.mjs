// The thread of log-fold.ts: a connection of its own, on which it folds the write-ahead log when it is told how. It is
// JavaScript, so that no thread needs the program that strips types, which takes more memory than all else here.
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

const sqlite = new Sqlite(workerData, { fileMustExist: true, timeout: 100 });
parentPort.on('message', (mode) => {
  if (mode === 'end') {
    sqlite.close();
    parentPort.close();
    return;
  }
  const [{ busy, log }] = sqlite.pragma(`wal_checkpoint(${mode})`);
  parentPort.postMessage({ busy: busy !== 0, pages: log });
});
