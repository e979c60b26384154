// Reads one turn as a record.
import { AppError, type Turn } from '@slipstream/protocol';
import type { Queries } from './database.ts';
import { toTurn } from './to-records.ts';

export async function findTurn(
  queries: Queries,
  sessionId: string,
  turnId: string,
): Promise<Turn | undefined> {
  const row = await queries
    .selectFrom('turns')
    .innerJoin('sessions', 'sessions.id', 'turns.session_id')
    .select((eb) => [
      'turns.id',
      'turns.session_id',
      eb.fn.coalesce('turns.answers_id', 'turns.user_message_id').as('user_message_id'),
      'turns.assistant_message_id',
      'turns.status',
      'turns.channel',
      'turns.chat_id',
      'turns.steps',
      'turns.usage',
      'turns.cost_usd',
      'turns.error',
      'turns.started_at',
      'turns.ended_at',
      eb.fn.coalesce('turns.model', 'sessions.model').as('model'),
      eb.fn.coalesce('turns.mode', 'sessions.mode').as('mode'),
    ])
    .where('turns.id', '=', turnId)
    .where('turns.session_id', '=', sessionId)
    .executeTakeFirst();
  return row && toTurn(row);
}

/** Rejects with `not_found`. */
export async function existingTurn(queries: Queries, sessionId: string, turnId: string): Promise<Turn> {
  const turn = await findTurn(queries, sessionId, turnId);
  if (!turn) throw new AppError('not_found', 'There is no turn with this id.');
  return turn;
}
