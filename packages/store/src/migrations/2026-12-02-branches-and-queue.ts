// Turns that are placed in the tree, that answer a message again, that others join, that are put before others, and
// whose text is changed while they wait.
import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['edited_from', 'answers_id', 'tail_id', 'parent_id'])
    await db.schema.alterTable('turns').addColumn(column, 'text').execute();
  for (const column of ['placed', 'rank'])
    await db.schema
      .alterTable('turns')
      .addColumn(column, 'integer', (definition) => definition.notNull().defaultTo(0))
      .execute();
}
