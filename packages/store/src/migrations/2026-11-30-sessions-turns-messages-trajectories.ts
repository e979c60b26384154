// The first tables: sessions, their turns, the final messages, and apart from them the steps behind each answer.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSessions(db);
  await createTurns(db);
  await createMessages(db);
  await createTrajectories(db);
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('workspace', 'text', (column) => column.notNull())
    .addColumn('pinned', 'integer', (column) => column.notNull())
    .addColumn('archived', 'integer', (column) => column.notNull())
    .addColumn('head_id', 'text')
    .addColumn('message_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('last_turn_id', 'text')
    .addColumn('last_turn_status', 'text')
    .addColumn('input_tokens', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('output_tokens', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('reasoning_tokens', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('cached_tokens', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex('sessions_by_activity')
    .on('sessions')
    .columns(['archived', 'updated_at', 'id'])
    .execute();
}

async function createTurns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('turns')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('user_message_id', 'text', (column) => column.notNull().unique())
    .addColumn('assistant_message_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('mode', 'text')
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('steps', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('usage', 'text')
    .addColumn('error', 'text')
    .addColumn('queued_text', 'text')
    .addColumn('kept_text', 'text')
    .addColumn('accepted_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('ended_at', 'text')
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex('turns_by_session')
    .on('turns')
    .columns(['session_id', 'status', 'seq'])
    .execute();
}

async function createMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('parent_id', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('turn_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('usage', 'text')
    .addColumn('error', 'text')
    .addColumn('trace', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex('messages_by_parent')
    .on('messages')
    .columns(['session_id', 'parent_id', 'role', 'seq'])
    .execute();
}

async function createTrajectories(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trajectories')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('turn_id', 'text', (column) => column.notNull().references('turns.id').onDelete('cascade'))
    .addColumn('parent_id', 'text')
    .addColumn('seq', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('input', 'text')
    .addColumn('output', 'text')
    .addColumn('usage', 'text')
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'integer')
    .addUniqueConstraint('trajectories_by_turn', ['turn_id', 'seq'])
    .modifyEnd(sql`strict`)
    .execute();
}
