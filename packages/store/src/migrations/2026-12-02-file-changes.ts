// Which files the tools changed, and whether that was undone. The contents are files of the data folder, by hash.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('file_changes')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('turn_id', 'text', (column) => column.notNull().references('turns.id').onDelete('cascade'))
    .addColumn('call_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('undone_at', 'text')
    .modifyEnd(sql`strict`)
    .execute();
  for (const column of ['session_id', 'turn_id'])
    await db.schema
      .createIndex(`file_changes_by_${column}`)
      .on('file_changes')
      .columns([column, 'seq'])
      .execute();
}
