// The Store port on one SQLite file. This is the only way in; all else in the package is behind it.
import type { Log, Store } from '@slipstream/agent';
import type { Database } from './database.ts';
import { createHistoryStore } from './history-store.ts';
import { createSessionStore } from './session-store.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { createTurnStore } from './turn-store.ts';

/**
 * Opens the database at `path`, making the file and its folder where they are missing and bringing an older one up to
 * date. Rejects with AppError `storage`, whose message says what to do, when it is damaged, not a database, of a newer
 * version, in use by another store, or cannot be written.
 */
export async function createSqliteStore(options: { path: string; log?: Log }): Promise<Store> {
  return createStore(await openSqliteDatabase(options.path, options.log));
}

function createStore(database: Database): Store {
  return {
    sessions: createSessionStore(database),
    turns: createTurnStore(database),
    history: createHistoryStore(database),
    ping: () =>
      database.read(async (queries) => {
        await queries.selectFrom('sessions').select('id').limit(1).execute();
      }),
    close: () => database.close(),
  };
}
