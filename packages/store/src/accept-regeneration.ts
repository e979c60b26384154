// Takes the wish to have a message answered again: once per turn id, as a queued turn without a message of its own.
import type { Accepted, AcceptRegeneration } from '@slipstream/agent';
import { AppError, type Message } from '@slipstream/protocol';
import { rankBeforeAll, touchSession } from './accept-message.ts';
import { readMessage } from './branch.ts';
import type { Queries } from './database.ts';

export async function acceptRegeneration(
  queries: Queries,
  input: AcceptRegeneration,
): Promise<{ accepted: Accepted; message: Message }> {
  const { sessionId, turnId, now } = input;
  const answersId = await questionOf(queries, sessionId, input.messageId);
  const message = await readMessage(queries, sessionId, answersId);
  const known = await queries
    .selectFrom('turns')
    .select(['id', 'session_id', 'status', 'answers_id'])
    .where((eb) => eb.or([eb('id', '=', turnId), eb('user_message_id', '=', turnId)]))
    .executeTakeFirst();
  if (known) {
    const same = known.id === turnId && known.session_id === sessionId && known.answers_id === answersId;
    const accepted: Accepted = same
      ? { kind: 'duplicate', turnId, turnStatus: known.status }
      : { kind: 'conflict' };
    return { accepted, message };
  }
  await queries
    .insertInto('turns')
    .values({
      id: turnId,
      session_id: sessionId,
      // Unique, and the id of no message: the message has its first turn already.
      user_message_id: turnId,
      answers_id: answersId,
      status: 'queued',
      model: input.model ?? null,
      channel: input.channel,
      accepted_at: now,
      rank: await rankBeforeAll(queries, sessionId),
    })
    .execute();
  await touchSession(queries, sessionId, now);
  return { accepted: { kind: 'accepted', created: false }, message };
}

/** The user's message that an answer stands under, or the message itself where it is a user's. */
async function questionOf(queries: Queries, sessionId: string, messageId: string): Promise<string> {
  const found = await queries
    .selectFrom('messages')
    .select(['id', 'role', 'parent_id'])
    .where('id', '=', messageId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  const id = found?.role === 'assistant' ? found.parent_id : found?.id;
  if (!id) throw new AppError('not_found', 'There is no such message in this session.');
  return id;
}
