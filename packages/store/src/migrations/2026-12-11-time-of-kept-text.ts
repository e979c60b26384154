// When the running turn's text was kept: its last sign of life, where nothing but text comes for long.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('turns').addColumn('kept_at', 'text').execute();
}
