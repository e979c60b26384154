// Switches a session to another of its branches.
import type { StoredSession } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { Queries } from './database.ts';
import { existingSession } from './session-store.ts';

/** Rejects with `not_found` where the message is not in the session, and with `busy` while a turn runs in it. */
export async function moveHead(
  queries: Queries,
  sessionId: string,
  { messageId, newest }: { messageId: string; newest: boolean },
): Promise<StoredSession> {
  const running = await queries
    .selectFrom('turns')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (running) throw new AppError('busy', 'A turn is running; stop it or wait for its end.');
  const head = newest
    ? await newestUnder(queries, sessionId, messageId)
    : await queries
        .selectFrom('messages')
        .select('id')
        .where('id', '=', messageId)
        .where('session_id', '=', sessionId)
        .executeTakeFirst();
  if (!head) throw new AppError('not_found', 'There is no such message in this session.');
  await queries.updateTable('sessions').set({ head_id: head.id }).where('id', '=', sessionId).execute();
  return existingSession(queries, sessionId);
}

/** The message added last among it and all that lies under it: always the end of a branch. */
export function newestUnder(queries: Queries, sessionId: string, messageId: string) {
  return withAllUnder(queries, sessionId, messageId)
    .selectFrom('under')
    .select('id')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** `under`: the message and all that lies under it. */
export function withAllUnder(queries: Queries, sessionId: string, messageId: string) {
  return queries.withRecursive('under', (cte) =>
    cte
      .selectFrom('messages')
      .select(['messages.id', 'messages.seq'])
      .where('messages.id', '=', messageId)
      .where('messages.session_id', '=', sessionId)
      .unionAll(
        cte
          .selectFrom('under')
          // The planner must not turn these two round: it would read the whole session for each message.
          .crossJoin('messages')
          .whereRef('messages.parent_id', '=', 'under.id')
          .where('messages.session_id', '=', sessionId)
          .select(['messages.id', 'messages.seq']),
      ),
  );
}
