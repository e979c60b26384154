// Starts a queued turn: its message leaves the queue and becomes the head of its session. A turn that answers a
// message again makes that the head.
import type { StoredSession } from '@slipstream/agent';
import { AppError, type Message, type Turn } from '@slipstream/protocol';
import { readMessage } from './branch.ts';
import type { Queries } from './database.ts';
import { existingTurn } from './find-turn.ts';
import { addToIndex } from './search/search-index.ts';
import { existingSession } from './session-store.ts';

export async function beginTurn(
  queries: Queries,
  turnId: string,
  now: string,
): Promise<{ turn: Turn; message: Message; session: StoredSession }> {
  const queued = await queries
    .selectFrom('turns')
    .innerJoin('sessions', 'sessions.id', 'turns.session_id')
    .select((eb) => [
      'turns.session_id',
      'turns.user_message_id',
      'turns.queued_text',
      'turns.accepted_at',
      'turns.attachments',
      'turns.answers_id',
      'turns.parent_id',
      'turns.placed',
      'sessions.head_id',
      eb.fn.coalesce('turns.model', 'sessions.model').as('model'),
      eb.fn.coalesce('turns.mode', 'sessions.mode').as('mode'),
    ])
    .where('turns.id', '=', turnId)
    .where('turns.status', '=', 'queued')
    .executeTakeFirst();
  if (!queued) throw new AppError('not_found', 'No turn with this id is queued.');

  const sessionId = queued.session_id;
  const messageId = queued.answers_id ?? queued.user_message_id;
  if (queued.answers_id === null)
    await addUserMessage(queries, {
      id: messageId,
      sessionId,
      parentId: queued.placed === 1 ? queued.parent_id : queued.head_id,
      text: queued.queued_text ?? '',
      turnId,
      createdAt: queued.accepted_at,
      attachments: queued.attachments,
    });
  await queries
    .updateTable('turns')
    .set({ status: 'running', model: queued.model, mode: queued.mode, queued_text: null, started_at: now })
    .where('id', '=', turnId)
    .execute();
  await queries
    .updateTable('sessions')
    .set({ head_id: messageId, updated_at: now })
    .where('id', '=', sessionId)
    .execute();
  return {
    turn: await existingTurn(queries, sessionId, turnId),
    message: await readMessage(queries, sessionId, messageId),
    session: await existingSession(queries, sessionId),
  };
}

type UserMessage = {
  id: string;
  sessionId: string;
  parentId: string | null;
  text: string;
  turnId: string;
  createdAt: string;
  /** As the column has it. */
  attachments: string | null;
};

/** Stores it and counts it. */
export async function addUserMessage(queries: Queries, message: UserMessage): Promise<void> {
  await queries
    .insertInto('messages')
    .values({
      id: message.id,
      session_id: message.sessionId,
      parent_id: message.parentId,
      role: 'user',
      text: message.text,
      turn_id: message.turnId,
      status: 'completed',
      created_at: message.createdAt,
      attachments: message.attachments,
    })
    .execute();
  await addToIndex(queries, {
    sessionId: message.sessionId,
    kind: 'message',
    sourceId: message.id,
    text: message.text,
  });
  await queries
    .updateTable('sessions')
    .set((eb) => ({ message_count: eb('message_count', '+', 1) }))
    .where('id', '=', message.sessionId)
    .execute();
}
