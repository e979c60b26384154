// Lets a queued message join a turn that runs: it goes on record under the head, and its own turn is gone.
import type { StoredSession } from '@slipstream/agent';
import { AppError, type Message } from '@slipstream/protocol';
import { addUserMessage } from './begin-turn.ts';
import { readMessage } from './branch.ts';
import type { Queries } from './database.ts';
import { existingSession } from './session-store.ts';

export async function joinTurn(
  queries: Queries,
  queuedTurnId: string,
  runningTurnId: string,
  now: string,
): Promise<{ message: Message; session: StoredSession }> {
  const queued = await queries
    .selectFrom('turns')
    .innerJoin('turns as running', 'running.session_id', 'turns.session_id')
    .innerJoin('sessions', 'sessions.id', 'turns.session_id')
    .select([
      'turns.session_id',
      'turns.user_message_id',
      'turns.queued_text',
      'turns.accepted_at',
      'turns.attachments',
      'sessions.head_id',
    ])
    .where('turns.id', '=', queuedTurnId)
    .where('turns.status', '=', 'queued')
    .where('turns.answers_id', 'is', null)
    .where('running.id', '=', runningTurnId)
    .where('running.status', '=', 'running')
    .executeTakeFirst();
  if (!queued) throw new AppError('not_found', 'There is no such queued message and running turn.');
  const { session_id: sessionId, user_message_id: messageId } = queued;
  await queries.deleteFrom('turns').where('id', '=', queuedTurnId).execute();
  await addUserMessage(queries, {
    id: messageId,
    sessionId,
    parentId: queued.head_id,
    text: queued.queued_text ?? '',
    turnId: runningTurnId,
    createdAt: queued.accepted_at,
    attachments: queued.attachments,
  });
  await queries.updateTable('turns').set({ tail_id: messageId }).where('id', '=', runningTurnId).execute();
  await queries
    .updateTable('sessions')
    .set({ head_id: messageId, updated_at: now })
    .where('id', '=', sessionId)
    .execute();
  return {
    message: await readMessage(queries, sessionId, messageId),
    session: await existingSession(queries, sessionId),
  };
}
