// Brings a database up to the newest schema: each migration once, in order, all missing ones in one transaction.
import type { Log } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { Tables } from './tables.ts';

/** Rejects with `storage` when the database was written by a newer version, and with the driver's error otherwise. */
export async function migrate(
  db: Kysely<Tables>,
  migrations: Record<string, Migration>,
  log?: Log,
): Promise<void> {
  const unknown = (await appliedNames(db)).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0)
    throw new AppError(
      'storage',
      'The database was written by a newer version of Slipstream; start that version.',
      { details: { migrations: unknown } },
    );
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  const applied = (results ?? []).map((result) => result.migrationName);
  if (applied.length > 0) log?.info({ migrations: applied }, 'brought the database up to date');
}

async function appliedNames(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map((row) => row.name);
}
