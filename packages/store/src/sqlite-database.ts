// The Database on one SQLite connection. Calls wait for each other in one queue, because a query that got in between
// the parts of another call's transaction would share its fate. Must not know any table's meaning.
import type { Log } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import type { Database, Queries } from './database.ts';
import { lockDatabase } from './lock-database.ts';
import { createLogFold, type LogFold } from './log-fold.ts';
import { createLogSync, type LogSync } from './log-sync.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { makeDataFolder, openSqlite } from './open-sqlite.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import { toStorageError } from './storage-error.ts';
import type { Tables } from './tables.ts';
import { type CallKind, createWorkQueue } from './work-queue.ts';

/** Opens the file, making it and its folder where they are missing. Rejects with `storage`. */
export async function openSqliteDatabase(path: string, log?: Log): Promise<Database> {
  makeDataFolder(path);
  const unlock = lockDatabase(path);
  let sqlite: Sqlite.Database | undefined;
  try {
    sqlite = openSqlite(path, log);
    const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite) });
    await migrate(db, migrations, log);
    return createSqliteDatabase(db, sqlite, toUpkeep(sqlite, path, log), unlock);
  } catch (thrown) {
    sqlite?.close();
    unlock();
    throw toStorageError(thrown, path);
  }
}

type Upkeep = { sync: LogSync; fold(hold: (work: () => Promise<void>) => Promise<void>): LogFold };

export function toUpkeep(sqlite: Sqlite.Database, path: string, log?: Log): Upkeep {
  return {
    sync: createLogSync(path, log),
    fold: (hold) => createLogFold({ sqlite, path, hold, log }),
  };
}

/** Owns the connection, and calls `onClosed` when it is closed. */
export function createSqliteDatabase(
  db: Kysely<Tables>,
  sqlite: Sqlite.Database,
  upkeep: Upkeep,
  onClosed: () => void,
  now?: () => number,
): Database {
  const { sync } = upkeep;
  // As the connection was opened.
  let waitsForDisk = true;
  const statements = new Map<string, Sqlite.Statement>();
  const queue = createWorkQueue<Tables>({
    db,
    execute(text) {
      const statement = statements.get(text) ?? sqlite.prepare(text);
      statements.set(text, statement);
      statement.run();
    },
    inTransaction: () => sqlite.inTransaction,
    begins(durable) {
      if (durable === waitsForDisk) return;
      sqlite.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
      waitsForDisk = durable;
    },
    committed(durable) {
      if (!durable) sync.touch();
      fold.touch();
    },
    ...(now ? { now } : {}),
  });
  const fold = upkeep.fold(queue.hold);
  let closing: Promise<void> | undefined;
  const call = async <T>(kind: CallKind, work: (queries: Queries) => Promise<T>): Promise<T> => {
    if (closing) throw new AppError('storage', 'The store is closed; nothing was stored.');
    try {
      return await queue.add(kind, work);
    } catch (thrown) {
      throw toStorageError(thrown);
    }
  };
  return {
    read: (work) => call('read', work),
    write: (work) => call('durable', work),
    writeSoon: (work) => call('soon', work),
    writeOne: (work) => call('one', work),
    forget: fold.forget,
    close() {
      closing ??= queue
        .drained()
        .then(() => fold.close())
        .then(() => sync.close())
        .then(() => db.destroy())
        .finally(onClosed);
      return closing;
    },
  };
}
