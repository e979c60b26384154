import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';

function openMemory() {
  const sqlite = new Sqlite(':memory:');
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(sqlite) });
  onTestFinished(() => db.destroy());
  const tables = () =>
    sqlite
      .prepare<[], string>(
        `select name from sqlite_master where type = 'table' and name not like '%\\_%' escape '\\'`,
      )
      .pluck()
      .all();
  return { db, tables };
}

/** A migration that makes a table and tells that it ran. */
function making(table: string, ran: string[]): Migration {
  return {
    async up(db) {
      ran.push(table);
      await db.schema.createTable(table).addColumn('x', 'integer').execute();
    },
  };
}

it('applies each migration once, in the order of their dates', async () => {
  const { db, tables } = openMemory();
  const ran: string[] = [];
  const first = { '2026-02-01-b': making('b', ran), '2026-01-01-a': making('a', ran) };
  await migrate(db, first);
  await migrate(db, first);
  await migrate(db, { ...first, '2026-03-01-c': making('c', ran) });
  expect(ran).toEqual(['a', 'b', 'c']);
  expect(tables().sort()).toEqual(['a', 'b', 'c']);
});

it('tells what it applied, and nothing when all was there', async () => {
  const { db } = openMemory();
  const told: unknown[] = [];
  const log = { info: (fields: unknown) => void told.push(fields), warn() {}, error() {} };
  await migrate(db, migrations, log);
  await migrate(db, migrations, log);
  expect(told).toEqual([{ migrations: Object.keys(migrations) }]);
});

it('leaves nothing of a run in which one fails', async () => {
  const { db, tables } = openMemory();
  const ran: string[] = [];
  const failing: Migration = {
    async up(trx) {
      await trx.schema.createTable('half').addColumn('x', 'integer').execute();
      await sql`insert into nowhere values (1)`.execute(trx);
    },
  };
  const broken = { '2026-01-01-a': making('a', ran), '2026-01-02-half': failing };
  await expect(migrate(db, broken)).rejects.toThrow('nowhere');
  expect(tables()).toEqual([]);
  await migrate(db, { ...broken, '2026-01-02-half': making('half', ran) });
  expect(ran).toEqual(['a', 'a', 'half']);
});

it('refuses a database of a newer version', async () => {
  const { db } = openMemory();
  const ran: string[] = [];
  const older = { '2026-01-01-a': making('a', ran) };
  await migrate(db, { ...older, '2027-01-01-b': making('b', ran) });
  await expect(migrate(db, older)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('newer version'),
    details: { migrations: ['2027-01-01-b'] },
  });
});
