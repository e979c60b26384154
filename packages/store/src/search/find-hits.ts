// Answers a search: the newest documents that match, each with the piece of text around the match. Reading is bounded,
// since it holds up the process.
import type { SearchHit, SearchQuery } from '@slipstream/agent';
import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { fromJsonColumn } from '../to-records.ts';
import { type DocKind, docKinds, toArgumentsText, toResultText } from './search-index.ts';
import { toMatches, toTerms } from './search-tokens.ts';
import { toSnippet } from './snippet.ts';

type Doc = { id: number; session_id: string; kind: number; source_id: string };

/** How many of the newest messages are read as they are, for what the index cannot find. */
const scannedMessages = 2000;

export async function findHits(queries: Queries, { q, limit }: SearchQuery): Promise<SearchHit[]> {
  const terms = toTerms(q);
  if (terms.length === 0) return [];
  let docs: Doc[] = [];
  // Beginnings of longer words are gathered in memory, which a common one makes slow; whole words are read in order
  // until there are enough.
  for (const match of toMatches(q)) {
    docs = await findIndexed(queries, match, limit);
    if (docs.length >= limit) break;
  }
  if (docs.length === 0) docs = await scan(queries, terms, limit);
  return toHits(queries, docs, terms);
}

async function findIndexed(queries: Queries, match: string, limit: number): Promise<Doc[]> {
  const { rows } = await sql<Doc>`
    select d.id, d.session_id, d.kind, d.source_id
    from (select rowid as id from search where search match ${match} order by rowid desc limit ${limit}) found
    join search_docs d on d.id = found.id
    order by d.id desc`.execute(queries);
  return rows;
}

/** Signs, and parts of words: looked for in the newest messages only. */
async function scan(queries: Queries, terms: readonly string[], limit: number): Promise<Doc[]> {
  const newest = queries
    .selectFrom('messages')
    .select(['messages.id', 'messages.session_id', 'messages.text', 'messages.seq'])
    .orderBy('messages.seq', 'desc')
    .limit(scannedMessages)
    .as('newest');
  let select = queries.selectFrom(newest).select(['newest.id', 'newest.session_id']);
  for (const term of terms)
    select = select.where(
      sql<boolean>`newest.text like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
    );
  const rows = await select.orderBy('newest.seq', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: 0,
    session_id: row.session_id,
    kind: docKinds.message,
    source_id: row.id,
  }));
}

type HitRow = Doc & {
  title: string;
  session_at: string;
  message_text: string | null;
  message_turn: string | null;
  message_at: string | null;
  tool: string | null;
  input: string | null;
  output: string | null;
  entry_at: string | null;
  entry_turn: string | null;
  answer_id: string | null;
};

/** All of them by one query: what a search costs is what it asks of the database. */
async function toHits(
  queries: Queries,
  docs: readonly Doc[],
  terms: readonly string[],
): Promise<SearchHit[]> {
  if (docs.length === 0) return [];
  const wanted = sql.join(
    docs.map((doc) => sql`(${doc.id}, ${doc.session_id}, ${doc.kind}, ${doc.source_id})`),
  );
  const { rows } = await sql<HitRow>`
    with found(id, session_id, kind, source_id) as (values ${wanted})
    select found.*, sessions.title, sessions.created_at as session_at,
      messages.text as message_text, messages.turn_id as message_turn, messages.created_at as message_at,
      trajectories.name as tool, trajectories.input, trajectories.output, trajectories.started_at as entry_at,
      turns.id as entry_turn, turns.assistant_message_id as answer_id
    from found
    join sessions on sessions.id = found.session_id
    left join messages on found.kind = ${docKinds.message} and messages.id = found.source_id
    left join trajectories on found.kind in (${docKinds.arguments}, ${docKinds.result})
      and trajectories.id = found.source_id
    left join turns on turns.id = trajectories.turn_id`.execute(queries);
  const places = new Map(docs.map((doc, index) => [placeOf(doc), index]));
  return rows
    .toSorted((a, b) => (places.get(placeOf(a)) ?? 0) - (places.get(placeOf(b)) ?? 0))
    .map((row) => toHit(row, terms));
}

const placeOf = (doc: Doc) => `${doc.kind} ${doc.source_id}`;

function toHit(row: HitRow, terms: readonly string[]): SearchHit {
  const kind = kindOf(row.kind);
  const isEntry = kind === 'arguments' || kind === 'result';
  return {
    sessionId: row.session_id,
    kind,
    messageId: kind === 'message' ? row.source_id : row.answer_id,
    turnId: row.message_turn ?? row.entry_turn,
    ...(isEntry && row.tool !== null ? { tool: row.tool } : {}),
    title: row.title,
    ...toSnippet(textIn(row, kind), terms),
    createdAt: row.message_at ?? row.entry_at ?? row.session_at,
  };
}

function textIn(row: HitRow, kind: DocKind): string {
  if (kind === 'title') return row.title;
  if (kind === 'message') return row.message_text ?? '';
  return kind === 'arguments'
    ? toArgumentsText(fromJsonColumn(row.input))
    : toResultText(fromJsonColumn(row.output));
}

function kindOf(kind: number): DocKind {
  const names = Object.keys(docKinds) as DocKind[];
  return names.find((name) => docKinds[name] === kind) ?? 'message';
}
