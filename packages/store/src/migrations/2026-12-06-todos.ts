// What is to be done in a session, as the model wrote it last.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('todos', 'text').execute();
}
