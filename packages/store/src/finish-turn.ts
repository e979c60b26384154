// Ends a running turn the way its run said.
import type { FinishTurn, StoredSession } from '@slipstream/agent';
import { AppError, type Message } from '@slipstream/protocol';
import { readMessage } from './branch.ts';
import { closeEntries } from './close-entries.ts';
import type { Queries } from './database.ts';
import { endTurn } from './end-turn.ts';
import { existingSession } from './session-store.ts';

/** Rejects with `storage` when the turn is not running in this session: it can be ended once. */
export async function finishTurn(
  queries: Queries,
  input: FinishTurn,
): Promise<{ message: Message; session: StoredSession }> {
  const turn = await queries
    .selectFrom('turns')
    .select(['id', 'session_id', 'model'])
    .where('id', '=', input.turnId)
    .where('session_id', '=', input.sessionId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (!turn) throw new AppError('storage', 'No turn with this id is running; its end was not stored.');
  // An end that could not be stored when it happened leaves its entry open; nobody will tell it any more.
  const open = await queries
    .selectFrom('trajectories')
    .select(['id', 'parent_id', 'kind', 'status'])
    .where('turn_id', '=', turn.id)
    .where('status', '=', 'running')
    .execute();
  await closeEntries(queries, open, 'cancelled');
  await endTurn(queries, turn, { ...input, endedAt: input.now });
  return {
    message: await readMessage(queries, input.sessionId, input.messageId),
    session: await existingSession(queries, input.sessionId),
  };
}
