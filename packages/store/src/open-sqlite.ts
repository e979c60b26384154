// Opens the database file: sets how it is used, and finds out before the first query whether it can be read and
// written at all. What is wrong is told as one AppError `storage` that names the file.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import Sqlite from 'better-sqlite3';
import { toStorageError } from './storage-error.ts';

/** How long a call waits for another program's lock. The whole process waits with it. */
const busyTimeoutMs = 2000;
const maxIdleWalBytes = 64 * 1024 * 1024;

/** Throws AppError `storage`. The caller closes what it gets. */
export function openSqlite(path: string, log?: Log): Sqlite.Database {
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = new Sqlite(path, { timeout: busyTimeoutMs });
    configure(sqlite, path, log);
    check(sqlite, path);
    return sqlite;
  } catch (thrown) {
    sqlite?.close();
    throw toStorageError(thrown, path);
  }
}

/** Makes the folder of the database file. Throws AppError `storage`. */
export function makeDataFolder(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('storage', `The data folder ${folder} cannot be created: ${reason}`, { cause });
  }
}

function configure(sqlite: Sqlite.Database, path: string, log: Log | undefined): void {
  const journal = sqlite.pragma('journal_mode = WAL', { simple: true });
  // Some network file systems cannot share memory; SQLite then keeps its rollback journal, which is safe but slower.
  if (journal !== 'wal') log?.warn({ path, journal }, 'the database does not use a write-ahead log');
  // FULL: a commit is on the disk when it returns. What need not wait for the disk takes it back for its own commit.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  // What is removed is overwritten: a deleted chat is not to be found in the file.
  sqlite.pragma('secure_delete = ON');
  sqlite.pragma(`journal_size_limit = ${maxIdleWalBytes}`);
}

function check(sqlite: Sqlite.Database, path: string): void {
  const found = sqlite.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok')
    throw new AppError(
      'storage',
      `${path}: The database is damaged. Restore a backup of the data folder, or start with an empty one.`,
      { details: { found } },
    );
  // SQLite opens a file that it may not write without a word; a change that is taken back finds out.
  sqlite.exec('begin immediate; pragma user_version = 1; rollback');
}
