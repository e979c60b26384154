// Folds the write-ahead log into the database in a thread of its own, since it writes many pages and waits for the disk:
// when the log has grown, and soon after something was deleted, which would else stay readable in it. The log stays
// bounded without the thread too: SQLite folds by itself where it is far too long.
import { Worker } from 'node:worker_threads';
import type { Log } from '@slipstream/agent';
import type Sqlite from 'better-sqlite3';

export type LogFold = {
  /** Something was committed. Never throws. */
  touch(): void;
  /** Something was deleted: the log is emptied soon. */
  forget(): void;
  /** Resolves when the thread has ended. */
  close(): Promise<void>;
};

export type LogFoldOptions = {
  sqlite: Sqlite.Database;
  path: string;
  /** Runs `work` while nothing reads or writes on `sqlite`. */
  hold(work: () => Promise<void>): Promise<void>;
  log?: Log | undefined;
  /** How long the log may hold what was deleted, and when emptying it is tried again while another program reads it. */
  forgetAfterMs?: number;
  retryAfterMs?: number;
};

type Mode = 'PASSIVE' | 'TRUNCATE';
type Folded = { busy: boolean; pages: number };

/** In pages, which are 4 kB. What a log may grow by before it is folded, and where it has to come to an end. */
const growth = 1000;
const most = 4 * growth;
/** Where SQLite folds within a commit: with the thread, and where it has failed. */
const net = 4 * most;
const netAlone = growth;
/** Commits between two looks at the log. */
const commitsUnseen = 8;
/** The thread takes 15 MB. */
const quietMs = 60_000;

/** `sqlite` has to be open for as long as this is. */
export function createLogFold(options: LogFoldOptions): LogFold {
  const { sqlite, path, hold, log, forgetAfterMs = 500, retryAfterMs = 5000 } = options;
  sqlite.pragma(`wal_autocheckpoint = ${net}`);
  const look = sqlite.prepare<[], { log: number }>('pragma wal_checkpoint(NOOP)');
  let thread: Worker | undefined;
  let failed = false;
  let closed = false;
  let folding: Promise<void> | undefined;
  let unseen = 0;
  let folded = 0;
  let forgetting: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  let ended: Promise<void> | undefined;

  const size = (): number => {
    try {
      return look.get()?.log ?? 0;
    } catch {
      return 0;
    }
  };

  const start = () => {
    const started = new Worker(new URL('./fold-thread.mjs', import.meta.url), {
      workerData: path,
      env: {},
      execArgv: [],
    });
    started.on('error', () => {});
    started.once('exit', () => {
      if (thread === started) thread = undefined;
    });
    started.unref();
    return started;
  };

  const ask = (mode: Mode) =>
    new Promise<Folded>((resolve, reject) => {
      thread ??= start();
      const asked = thread;
      const onMessage = (message: Folded) => end(() => resolve(message));
      const onError = (error: unknown) => end(() => reject(error));
      const onExit = () => end(() => reject(new Error('The thread that folds the log has ended.')));
      const end = (settle: () => void) => {
        asked.off('message', onMessage).off('error', onError).off('exit', onExit);
        settle();
      };
      asked.on('message', onMessage).on('error', onError).on('exit', onExit);
      asked.postMessage(mode);
    });

  const endThread = () => {
    const last = thread;
    thread = undefined;
    if (!last) return;
    ended = new Promise((resolve) => last.once('exit', () => resolve()));
    last.postMessage('end');
  };

  /** Most of it while others go on; the rest, where the log has to come to an end, while they wait. Never rejects. */
  const fold = (mode: Mode) => {
    folding ??= (async () => {
      clearTimeout(quiet);
      try {
        const { pages } = await ask('PASSIVE');
        let busy = false;
        if (mode === 'TRUNCATE' || pages >= most)
          await hold(async () => {
            busy = (await ask(mode)).busy;
          });
        if (mode === 'TRUNCATE' && busy) forgetLater(retryAfterMs);
      } catch (err) {
        failed = true;
        sqlite.pragma(`wal_autocheckpoint = ${netAlone}`);
        log?.warn({ err, path }, 'the log is folded without a thread of its own from now on');
      } finally {
        folding = undefined;
        quiet = setTimeout(endThread, quietMs).unref();
      }
    })();
    return folding;
  };

  const forgetLater = (afterMs: number) => {
    if (closed) return;
    forgetting ??= setTimeout(async () => {
      while (folding) await folding;
      forgetting = undefined;
      if (!closed && !failed) await fold('TRUNCATE');
    }, afterMs).unref();
  };

  return {
    touch() {
      unseen += 1;
      if (unseen < commitsUnseen || folding || failed || closed) return;
      unseen = 0;
      const pages = size();
      // The log began anew.
      if (pages < folded) folded = 0;
      if (pages - folded < growth) return;
      folded = pages;
      void fold('PASSIVE');
    },
    forget: () => forgetLater(forgetAfterMs),
    async close() {
      closed = true;
      clearTimeout(forgetting);
      // The process stays for it.
      thread?.ref();
      while (folding) await folding;
      clearTimeout(quiet);
      endThread();
      await ended;
    },
  };
}
