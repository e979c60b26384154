// Starts a queued turn: its message leaves the queue and becomes the head of its session.
import type { StoredSession } from '@slipstream/agent';
import { AppError, type Message, type Turn } from '@slipstream/protocol';
import { readMessage } from './branch.ts';
import type { Queries } from './database.ts';
import { existingTurn } from './find-turn.ts';
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
      'sessions.head_id',
      eb.fn.coalesce('turns.model', 'sessions.model').as('model'),
      eb.fn.coalesce('turns.mode', 'sessions.mode').as('mode'),
    ])
    .where('turns.id', '=', turnId)
    .where('turns.status', '=', 'queued')
    .executeTakeFirst();
  if (!queued) throw new AppError('not_found', 'No turn with this id is queued.');

  const { session_id: sessionId, user_message_id: messageId } = queued;
  await queries
    .insertInto('messages')
    .values({
      id: messageId,
      session_id: sessionId,
      parent_id: queued.head_id,
      role: 'user',
      text: queued.queued_text ?? '',
      turn_id: turnId,
      status: 'completed',
      created_at: queued.accepted_at,
    })
    .execute();
  await queries
    .updateTable('turns')
    .set({ status: 'running', model: queued.model, mode: queued.mode, queued_text: null, started_at: now })
    .where('id', '=', turnId)
    .execute();
  await queries
    .updateTable('sessions')
    .set((eb) => ({ head_id: messageId, message_count: eb('message_count', '+', 1), updated_at: now }))
    .where('id', '=', sessionId)
    .execute();
  return {
    turn: await existingTurn(queries, sessionId, turnId),
    message: await readMessage(queries, sessionId, messageId),
    session: await existingSession(queries, sessionId),
  };
}
