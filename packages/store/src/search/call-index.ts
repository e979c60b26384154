// Puts what tool calls were given and what they gave into the search index: some of it together, since the index costs
// most of a commit that touches it. What waits here is in it before anybody searches, and at the latest with the end
// of its turn, in the same transaction; a turn that never ended has it made good at the next start.
import { sql } from 'kysely';
import type { Database, Queries } from '../database.ts';
import { fromJsonColumn } from '../to-records.ts';
import { addToIndex, docKinds, toArgumentsText, toResultText } from './search-index.ts';

export type CallDoc = { turnId: string; entryId: string; kind: 'arguments' | 'result'; text: string };

export type CallIndex = {
  /** Of an entry that is committed. */
  add(doc: CallDoc): void;
  /** Takes out what waits of a turn, for whoever puts it into the index with its own transaction. */
  take(turnId: string): Promise<readonly CallDoc[]>;
  /** Resolves when everything that was added before is in the index, or could not be put there. Never rejects. */
  flush(): Promise<void>;
  /** Nothing is put into the index after this. */
  close(): void;
};

const flushAfterMs = 1000;
/** More than this does not wait: it would hold the process up. */
const maxDocs = 32;
const maxChars = 32 * 1024;

export function createCallIndex(database: Pick<Database, 'writeSoon'>): CallIndex {
  let waiting: CallDoc[] = [];
  let chars = 0;
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let closed = false;

  const keep = (docs: readonly CallDoc[]) => {
    waiting = [...docs, ...waiting];
    for (const { text } of docs) chars += text.length;
  };
  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    const docs = waiting;
    waiting = [];
    chars = 0;
    // What cannot be stored now is tried again with what comes next.
    await database.writeSoon((queries) => indexCalls(queries, docs)).catch(() => keep(docs));
  };
  const flush = async () => {
    await flushing;
    if (waiting.length === 0 || closed) return;
    flushing ??= write().finally(() => {
      flushing = undefined;
    });
    await flushing;
  };

  return {
    add(doc) {
      if (doc.text === '' || closed) return;
      waiting.push(doc);
      chars += doc.text.length;
      if (waiting.length >= maxDocs || chars >= maxChars) void flush();
      else timer ??= setTimeout(() => void flush(), flushAfterMs).unref();
    },
    async take(turnId) {
      await flushing;
      const taken = waiting.filter((doc) => doc.turnId === turnId);
      if (taken.length > 0) {
        waiting = waiting.filter((doc) => doc.turnId !== turnId);
        chars = waiting.reduce((sum, { text }) => sum + text.length, 0);
      }
      return taken;
    },
    flush,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** A session that is gone meanwhile has nothing in the index. */
export async function indexCalls(queries: Queries, docs: readonly CallDoc[]): Promise<void> {
  const sessions = new Map<string, string | undefined>();
  for (const { turnId, entryId, kind, text } of docs) {
    if (!sessions.has(turnId)) sessions.set(turnId, await sessionOf(queries, turnId));
    const sessionId = sessions.get(turnId);
    if (sessionId !== undefined) await addToIndex(queries, { sessionId, kind, sourceId: entryId, text });
  }
}

/** Of a turn whose calls may be in the index in part: the process died before the rest was. */
export async function indexMissingCalls(queries: Queries, turnId: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
    input: string | null;
    output: string | null;
    known: string | null;
  }>`
    select id, input, output,
      (select group_concat(kind) from search_docs where source_id = trajectories.id) as known
    from trajectories where turn_id = ${turnId} and kind = 'tool' order by seq`.execute(queries);
  const docs = rows.flatMap(({ id: entryId, input, output, known }): CallDoc[] => {
    const kinds = new Set((known ?? '').split(','));
    const given = toArgumentsText(fromJsonColumn(input));
    const gave = toResultText(fromJsonColumn(output));
    return [
      ...(given === '' || kinds.has(String(docKinds.arguments))
        ? []
        : [{ turnId, entryId, kind: 'arguments' as const, text: given }]),
      ...(gave === '' || kinds.has(String(docKinds.result))
        ? []
        : [{ turnId, entryId, kind: 'result' as const, text: gave }]),
    ];
  });
  await indexCalls(queries, docs);
}

async function sessionOf(queries: Queries, turnId: string): Promise<string | undefined> {
  const turn = await queries
    .selectFrom('turns')
    .select('session_id')
    .where('id', '=', turnId)
    .executeTakeFirst();
  return turn?.session_id;
}
