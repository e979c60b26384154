// Reads what is on record: the active branch page by page, the queue, turns and their trajectories. It stores nothing.
import type { HistoryStore } from '@slipstream/agent';
import type { Message } from '@slipstream/protocol';
import { readBranch } from './branch.ts';
import type { Database, Queries } from './database.ts';
import { findTurn } from './find-turn.ts';
import { toEntry } from './to-records.ts';

type MessagesQuery = Parameters<HistoryStore['messages']>[1];

export function createHistoryStore(database: Database): HistoryStore {
  return {
    messages: (sessionId, query) => database.read((queries) => readPage(queries, sessionId, query)),
    message: (sessionId, id) =>
      database.read(async (queries) => (await readBranch(queries, sessionId, id, 1))[0]),
    queue: (sessionId) =>
      database.read(async (queries) => {
        const rows = await queries
          .selectFrom('turns')
          .leftJoin('messages', 'messages.id', 'turns.answers_id')
          .select((eb) => [
            'turns.id',
            eb.fn.coalesce('turns.answers_id', 'turns.user_message_id').as('messageId'),
            eb.fn.coalesce('turns.queued_text', 'messages.text').as('text'),
          ])
          .where('turns.session_id', '=', sessionId)
          .where('turns.status', '=', 'queued')
          .orderBy('turns.rank')
          .orderBy('turns.seq')
          .execute();
        return rows.map((row) => ({ messageId: row.messageId, text: row.text ?? '', turnId: row.id }));
      }),
    queuedSessions: () =>
      database.read(async (queries) => {
        const rows = await queries
          .selectFrom('turns')
          .select(['session_id'])
          .where('status', '=', 'queued')
          .groupBy('session_id')
          .orderBy((eb) => eb.fn.min('seq'))
          .execute();
        return rows.map((row) => row.session_id);
      }),
    turn: (sessionId, turnId) => database.read((queries) => findTurn(queries, sessionId, turnId)),
    entries: (turnId) =>
      database.read(async (queries) => {
        const rows = await queries
          .selectFrom('trajectories')
          .selectAll()
          .where('turn_id', '=', turnId)
          .orderBy('seq')
          .execute();
        return rows.map(toEntry);
      }),
  };
}

/** `nextCursor` is the page's oldest message where there are older ones: the `before` of the next page. */
async function readPage(
  queries: Queries,
  sessionId: string,
  { limit, before }: MessagesQuery,
): Promise<{ messages: Message[]; nextCursor: string | null }> {
  const fromId = await (before === undefined
    ? headOf(queries, sessionId)
    : parentOf(queries, sessionId, before));
  if (fromId === null) return { messages: [], nextCursor: null };
  const found = await readBranch(queries, sessionId, fromId, limit + 1);
  const messages = found.slice(-limit);
  return { messages, nextCursor: found.length > limit ? (messages[0]?.id ?? null) : null };
}

async function headOf(queries: Queries, sessionId: string): Promise<string | null> {
  const row = await queries
    .selectFrom('sessions')
    .select('head_id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.head_id ?? null;
}

async function parentOf(queries: Queries, sessionId: string, id: string): Promise<string | null> {
  const row = await queries
    .selectFrom('messages')
    .select('parent_id')
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.parent_id ?? null;
}
