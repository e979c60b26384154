// Files that people send along: what they are here, their bytes outside. A row belongs to the session that it was sent
// to, which may not exist yet.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('attachments')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('text', 'text')
    .addColumn('note', 'text')
    .addColumn('sent', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex('attachments_by_session').on('attachments').column('session_id').execute();
  await db.schema.createIndex('attachments_by_hash').on('attachments').column('sha256').execute();
  for (const table of ['turns', 'messages'])
    await db.schema.alterTable(table).addColumn('attachments', 'text').execute();
}
