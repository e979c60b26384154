// What the user allowed for good: rules, and how tools spoke of themselves when they were allowed.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('permission_rules')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('text', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable('known_tools')
    .addColumn('name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
}
