// Keeps a second server off a database that one uses: its recovery would end the first one's running turns. The lock
// is SQLite's own on an empty file beside the database, so that it is gone with the process however that ends, and
// other programs can still read the database.
import { AppError } from '@slipstream/protocol';
import Sqlite from 'better-sqlite3';
import { toStorageError } from './storage-error.ts';

/** Throws AppError `storage` when another store holds it. The returned function gives it back. */
export function lockDatabase(path: string): () => void {
  let lock: Sqlite.Database | undefined;
  try {
    lock = new Sqlite(`${path}.lock`, { timeout: 0 });
    lock.exec('begin exclusive');
  } catch (thrown) {
    lock?.close();
    throw toLockError(thrown, path);
  }
  const held = lock;
  return () => void held.close();
}

function toLockError(thrown: unknown, path: string): AppError {
  const taken = thrown instanceof Sqlite.SqliteError && thrown.code.startsWith('SQLITE_BUSY');
  return taken
    ? new AppError(
        'storage',
        `${path}: Another server uses this data folder. Stop it, or choose another folder.`,
        {
          cause: thrown,
        },
      )
    : toStorageError(thrown, path);
}
