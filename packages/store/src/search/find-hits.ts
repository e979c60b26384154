// Answers a search: the newest documents that match, each with the piece of text around the match. Reading is bounded,
// since it holds up the process.
import type { SearchHit, SearchQuery } from '@slipstream/agent';
import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { type DocKind, docKinds, textOf } from './search-index.ts';
import { toMatch, toTerms } from './search-tokens.ts';
import { toSnippet } from './snippet.ts';

type Doc = { id: number; session_id: string; kind: number; source_id: string };

/** How many of the newest messages are read as they are, for what the index cannot find. */
const scannedMessages = 2000;

export async function findHits(queries: Queries, { q, limit }: SearchQuery): Promise<SearchHit[]> {
  const terms = toTerms(q);
  if (terms.length === 0) return [];
  const match = toMatch(q);
  const indexed = match === null ? [] : await findIndexed(queries, match, limit);
  const docs = indexed.length > 0 ? indexed : await scan(queries, terms, limit);
  const hits: SearchHit[] = [];
  for (const doc of docs) {
    const hit = await toHit(queries, doc, terms);
    if (hit) hits.push(hit);
  }
  return hits;
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

async function toHit(queries: Queries, doc: Doc, terms: readonly string[]): Promise<SearchHit | null> {
  const place = await placeOf(queries, doc);
  if (!place) return null;
  const session = await queries
    .selectFrom('sessions')
    .select(['title', 'created_at'])
    .where('id', '=', doc.session_id)
    .executeTakeFirst();
  if (!session) return null;
  return {
    sessionId: doc.session_id,
    kind: kindOf(doc.kind),
    messageId: place.messageId,
    turnId: place.turnId,
    ...(place.tool === undefined ? {} : { tool: place.tool }),
    title: session.title,
    ...toSnippet(await textOf(queries, doc), terms),
    createdAt: place.createdAt ?? session.created_at,
  };
}

function kindOf(kind: number): DocKind {
  const names = Object.keys(docKinds) as DocKind[];
  return names.find((name) => docKinds[name] === kind) ?? 'message';
}

type Place = { messageId: string | null; turnId: string | null; tool?: string; createdAt?: string };

/** Where it stands in its session: the message that it is, or the answer whose work it belongs to. */
async function placeOf(queries: Queries, doc: Doc): Promise<Place | null> {
  if (doc.kind === docKinds.title) return { messageId: null, turnId: null };
  if (doc.kind === docKinds.message) {
    const row = await queries
      .selectFrom('messages')
      .select(['turn_id', 'created_at'])
      .where('id', '=', doc.source_id)
      .executeTakeFirst();
    return row ? { messageId: doc.source_id, turnId: row.turn_id, createdAt: row.created_at } : null;
  }
  const row = await queries
    .selectFrom('trajectories')
    .innerJoin('turns', 'turns.id', 'trajectories.turn_id')
    .select(['trajectories.name', 'trajectories.started_at', 'turns.id', 'turns.assistant_message_id'])
    .where('trajectories.id', '=', doc.source_id)
    .executeTakeFirst();
  if (!row) return null;
  return {
    messageId: row.assistant_message_id,
    turnId: row.id,
    tool: row.name,
    createdAt: row.started_at,
  };
}
