// What older messages were folded into, and the short record of an answer's work.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('summaries')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('through_id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('messages', 'integer', (column) => column.notNull())
    .addColumn('before_tokens', 'integer', (column) => column.notNull())
    .addColumn('after_tokens', 'integer', (column) => column.notNull())
    .addColumn('undone', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex('summaries_by_session')
    .on('summaries')
    .columns(['session_id', 'seq'])
    .execute();
  await db.schema.alterTable('sessions').addColumn('compaction', 'text').execute();
  await db.schema.alterTable('messages').addColumn('digest', 'text').execute();
}
