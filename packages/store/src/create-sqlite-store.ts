// The Store port on one SQLite file. This is the only way in; all else in the package is behind it.
import type { Log, Store } from '@slipstream/agent';
import { createStore } from './create-store.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

/**
 * Opens the database at `path`, making the file and its folder where they are missing and bringing an older one up to
 * date. Rejects with AppError `storage`, whose message says what to do, when it is damaged, not a database, of a newer
 * version, in use by another store, or cannot be written.
 */
export async function createSqliteStore(options: { path: string; log?: Log }): Promise<Store> {
  return createStore(await openSqliteDatabase(options.path, options.log));
}
