// Keeps the search index in step with what is stored, within the transaction that stores it. The index holds no text:
// what is taken out of it is made again from the text that was put in, so that text must not change without a call here.
import { sql } from 'kysely';
import type { Queries } from '../database.ts';
import { fixedStatement } from '../fixed-statement.ts';
import { fromJsonColumn } from '../to-records.ts';
import { toIndexTokens } from './search-tokens.ts';

/** What a document of the index is. The numbers are stored. */
export const docKinds = { title: 0, message: 1, arguments: 2, result: 3 } as const;
export type DocKind = keyof typeof docKinds;

/** How much of a call's arguments and of its result is found, UTF-16 units. */
const maxEntryChars = 16_000;

type Doc = { sessionId: string; kind: DocKind; sourceId: string; text: string };

const insertDoc = fixedStatement<{ id: number }>(
  'insert into search_docs (session_id, kind, source_id) values (?, ?, ?) returning id',
);
const insertTokens = fixedStatement('insert into search (rowid, tokens) values (?, ?)');

export async function addToIndex(queries: Queries, doc: Doc): Promise<void> {
  const tokens = toIndexTokens(doc.text);
  if (tokens === '') return;
  const [row] = await insertDoc(queries, [doc.sessionId, docKinds[doc.kind], doc.sourceId]);
  if (row) await insertTokens(queries, [row.id, tokens]);
}

/** `from` is the title that the index has. */
export async function changeTitleInIndex(
  queries: Queries,
  sessionId: string,
  title: { from: string; to: string },
): Promise<void> {
  const docs = await queries
    .selectFrom('search_docs')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('kind', '=', docKinds.title)
    .execute();
  for (const { id } of docs) await removeDoc(queries, id, title.from);
  await addToIndex(queries, { sessionId, kind: 'title', sourceId: sessionId, text: title.to });
}

/** To be called before the session's rows are removed. Nothing of its words is left in the index. */
export async function removeFromIndex(queries: Queries, sessionId: string): Promise<void> {
  const docs = await queries
    .selectFrom('search_docs')
    .select(['id', 'kind', 'source_id'])
    .where('session_id', '=', sessionId)
    .execute();
  for (const doc of docs) await removeDoc(queries, doc.id, await textOf(queries, doc));
}

/** How much is taken out at once: a few milliseconds' worth, in which nothing else runs. */
const maxPartDocs = 16;
const maxPartChars = 32 * 1024;

type StoredDoc = { id: number; kind: number; source_id: string };

/**
 * Takes some of a session out of the index where it has much. Tells whether there is still more than `removeFromIndex`
 * should take out at once.
 */
export async function removePartFromIndex(queries: Queries, sessionId: string): Promise<boolean> {
  const docs: StoredDoc[] = [];
  // Titles come last: whoever finds the session by its title finds all of it.
  for (const kind of [docKinds.result, docKinds.arguments, docKinds.message, docKinds.title])
    docs.push(
      ...(await queries
        .selectFrom('search_docs')
        .select(['id', 'kind', 'source_id'])
        .where('session_id', '=', sessionId)
        .where('kind', '=', kind)
        .orderBy('id')
        .limit(2 * maxPartDocs - docs.length)
        .execute()),
    );
  if (docs.length <= maxPartDocs) return false;
  await removeSome(queries, docs);
  return true;
}

/** Takes some of what these messages and the calls of these turns say out of the index. Tells whether there is more. */
export async function removePartOf(
  queries: Queries,
  of: { messageIds: readonly string[]; turnIds: readonly string[] },
): Promise<boolean> {
  const all = queries.selectFrom('search_docs').select(['id', 'kind', 'source_id']);
  const said = await all.where('source_id', 'in', of.messageIds).execute();
  const called = await all
    .where('source_id', 'in', (entries) =>
      entries
        .selectFrom('trajectories')
        .select('trajectories.id')
        .where('trajectories.turn_id', 'in', of.turnIds),
    )
    .execute();
  const docs = [...said, ...called];
  return (await removeSome(queries, docs)) < docs.length;
}

/** Gives how many. The oldest go first: to find a later one among those of a word costs ten times as much. */
async function removeSome(queries: Queries, docs: readonly StoredDoc[]): Promise<number> {
  let chars = 0;
  let removed = 0;
  for (const doc of docs.toSorted((a, b) => a.id - b.id)) {
    if (removed === maxPartDocs || chars >= maxPartChars) break;
    const text = await textOf(queries, doc);
    await removeDoc(queries, doc.id, text);
    chars += text.length;
    removed += 1;
  }
  return removed;
}

/** To be called before the entry's row is removed. */
export async function removeEntryFromIndex(queries: Queries, entryId: string): Promise<void> {
  const docs = await queries
    .selectFrom('search_docs')
    .select(['id', 'kind', 'source_id'])
    .where('source_id', '=', entryId)
    .execute();
  for (const doc of docs) await removeDoc(queries, doc.id, await textOf(queries, doc));
}

async function removeDoc(queries: Queries, id: number, text: string): Promise<void> {
  await sql`insert into search (search, rowid, tokens) values ('delete', ${id}, ${toIndexTokens(text)})`.execute(
    queries,
  );
  await queries.deleteFrom('search_docs').where('id', '=', id).execute();
}

/** The text that a document was made from. */
export async function textOf(queries: Queries, doc: Pick<StoredDoc, 'kind' | 'source_id'>): Promise<string> {
  switch (doc.kind) {
    case docKinds.title: {
      const row = await queries
        .selectFrom('sessions')
        .select('title')
        .where('id', '=', doc.source_id)
        .executeTakeFirst();
      return row?.title ?? '';
    }
    case docKinds.message: {
      const row = await queries
        .selectFrom('messages')
        .select('text')
        .where('id', '=', doc.source_id)
        .executeTakeFirst();
      return row?.text ?? '';
    }
    default: {
      const row = await queries
        .selectFrom('trajectories')
        .select(['input', 'output'])
        .where('id', '=', doc.source_id)
        .executeTakeFirst();
      if (!row) return '';
      return doc.kind === docKinds.arguments
        ? toArgumentsText(fromJsonColumn(row.input))
        : toResultText(fromJsonColumn(row.output));
    }
  }
}

/** All words in the arguments of a tool's entry. */
export function toArgumentsText(input: unknown): string {
  const { args } = (input ?? {}) as { args?: unknown };
  return wordsIn(args).join(' ').slice(0, maxEntryChars);
}

export function toResultText(output: unknown): string {
  const { text } = (output ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text.slice(0, maxEntryChars) : '';
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}
