// A store over a connection that the test holds, too: to break it, to look at its tables, to hear its statements.
import type { Store } from '@slipstream/agent';
import type Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { createStore } from '../create-store.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { openSqlite } from '../open-sqlite.ts';
import { createSqliteDatabase, toUpkeep } from '../sqlite-database.ts';
import { createSqliteDialect } from '../sqlite-dialect.ts';
import type { Tables } from '../tables.ts';
import { useTempFolder } from './temp-folder.ts';

export type TestDatabase = {
  store: Store;
  sqlite: Sqlite.Database;
  path: string;
  /** Every row of every table. */
  dump(): Record<string, unknown[]>;
  /** Called before each statement of the store, begin and commit included; what it throws, the statement throws. */
  beforeStatement: (text: string) => void;
  /** The time by which the store decides how much goes into one transaction; it stands still. */
  now: number;
};

export async function openTestDatabase(): Promise<TestDatabase> {
  const { path } = useTempFolder();
  const sqlite = openSqlite(path);
  const heard: Sqlite.Database = new Proxy(sqlite, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (key !== 'prepare' && key !== 'exec') return value.bind(target);
      return (text: string) => {
        if (key === 'exec') test.beforeStatement(text);
        const result: unknown = value.call(target, text);
        return key === 'exec' ? result : hearing(result as Sqlite.Statement<unknown[]>, text);
      };
    },
  });
  const hearing = (statement: Sqlite.Statement<unknown[]>, text: string) => ({
    reader: statement.reader,
    all: (...parameters: unknown[]) => {
      test.beforeStatement(text);
      return statement.all(...parameters);
    },
    run: (...parameters: unknown[]) => {
      test.beforeStatement(text);
      return statement.run(...parameters);
    },
  });
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(heard) });
  const test: TestDatabase = {
    store: createStore(
      createSqliteDatabase(
        db,
        heard,
        toUpkeep(sqlite, path),
        () => {},
        () => test.now,
      ),
    ),
    sqlite,
    path,
    dump: () => {
      const tables = ['sessions', 'turns', 'messages', 'trajectories', 'summaries'];
      return Object.fromEntries(
        tables.map((table) => [table, sqlite.prepare(`select * from ${table} order by id`).all()]),
      );
    },
    beforeStatement: () => {},
    now: 0,
  };
  await migrate(db, migrations);
  onTestFinished(() => test.store.close());
  return test;
}
