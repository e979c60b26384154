// What model calls were sent: the texts once each, the prompts that are made of them, and which call had which.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('prompt_texts')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable('prompt_parts')
    .addColumn('prompt', 'text', (column) => column.notNull())
    .addColumn('place', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull().references('prompt_texts.hash'))
    .addPrimaryKeyConstraint('prompt_parts_key', ['prompt', 'place'])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex('prompt_parts_by_text').on('prompt_parts').column('text').execute();
  for (const column of ['prompt', 'sent'])
    await db.schema.alterTable('trajectories').addColumn(column, 'text').execute();
  // Only model calls have one: the other entries are not in the index.
  await sql`create index trajectories_by_prompt on trajectories (prompt) where prompt is not null`.execute(
    db,
  );
}
