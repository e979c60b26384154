// What turns cost, where their models have prices; and whether their tokens were counted or estimated.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sessions', 'turns', 'messages'])
    await db.schema.alterTable(table).addColumn('cost_usd', 'real').execute();
  await db.schema.alterTable('messages').addColumn('usage_estimated', 'integer').execute();
}
