// Images that tools gave belong to a turn, and go with what is on record of its work.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attachments').addColumn('turn_id', 'text').execute();
  await db.schema.createIndex('attachments_by_turn').on('attachments').column('turn_id').execute();
}
