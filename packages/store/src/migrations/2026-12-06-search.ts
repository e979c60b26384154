// The search index, filled with what is there already, oldest first, so that what is newest is found first.
import { type Kysely, sql } from 'kysely';
import { addToIndex, toArgumentsText, toResultText } from '../search/search-index.ts';
import type { Tables } from '../tables.ts';
import { fromJsonColumn } from '../to-records.ts';

export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .createTable('search_docs')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('kind', 'integer', (column) => column.notNull())
    .addColumn('source_id', 'text', (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createIndex('search_docs_by_session')
    .on('search_docs')
    .columns(['session_id', 'kind'])
    .execute();
  await sql`
    create virtual table search using fts5(
      tokens, content = '', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
    )`.execute(db);
  // What is taken out of the index is gone from the file, not only marked.
  await sql`insert into search (search, rank) values ('secure-delete', 1)`.execute(db);
  await fill(db);
}

async function fill(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ kind: 'title' | 'message' | 'entry'; id: string }>`
    select 'title' as kind, id, created_at as at from sessions
    union all select 'message', id, created_at from messages
    union all select 'entry', id, started_at from trajectories where kind = 'tool'
    order by at`.execute(db);
  for (const { kind, id } of rows) {
    if (kind === 'title') await addTitle(db, id);
    else if (kind === 'message') await addMessage(db, id);
    else await addEntry(db, id);
  }
}

async function addTitle(db: Kysely<Tables>, id: string): Promise<void> {
  const { title } = await db
    .selectFrom('sessions')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await addToIndex(db, { sessionId: id, kind: 'title', sourceId: id, text: title });
}

async function addMessage(db: Kysely<Tables>, id: string): Promise<void> {
  const { text, session_id: sessionId } = await db
    .selectFrom('messages')
    .select(['text', 'session_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await addToIndex(db, { sessionId, kind: 'message', sourceId: id, text });
}

async function addEntry(db: Kysely<Tables>, id: string): Promise<void> {
  const row = await db
    .selectFrom('trajectories')
    .innerJoin('turns', 'turns.id', 'trajectories.turn_id')
    .select(['turns.session_id', 'trajectories.input', 'trajectories.output'])
    .where('trajectories.id', '=', id)
    .executeTakeFirstOrThrow();
  const doc = { sessionId: row.session_id, sourceId: id };
  await addToIndex(db, { ...doc, kind: 'arguments', text: toArgumentsText(fromJsonColumn(row.input)) });
  await addToIndex(db, { ...doc, kind: 'result', text: toResultText(fromJsonColumn(row.output)) });
}
