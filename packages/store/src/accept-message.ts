// Takes a user's message: once per message id, with its queued turn, in a session that is made if need be. The text
// stays with the turn until it begins, so that `messages` has only what is on record.
import type { Accepted, AcceptMessage } from '@slipstream/agent';
import type { Queries } from './database.ts';
import { addSession } from './session-store.ts';

export async function acceptMessage(queries: Queries, input: AcceptMessage): Promise<Accepted> {
  // The driver cannot store half a surrogate pair; the comparison with the stored text must not see one either.
  const text = input.text.toWellFormed();
  const known = await findAccepted(queries, input.messageId);
  if (known) {
    const same = known.session_id === input.session.id && known.text === text;
    return same ? { kind: 'duplicate', turnId: known.id, turnStatus: known.status } : { kind: 'conflict' };
  }
  if (await isMessageId(queries, input.messageId)) return { kind: 'conflict' };

  const created = await addSession(queries, input.session);
  if (!created)
    await queries
      .updateTable('sessions')
      .set({ updated_at: input.now })
      .where('id', '=', input.session.id)
      .execute();
  await queries
    .insertInto('turns')
    .values({
      id: input.turnId,
      session_id: input.session.id,
      user_message_id: input.messageId,
      status: 'queued',
      model: input.model ?? null,
      mode: input.mode ?? null,
      channel: input.channel,
      queued_text: text,
      accepted_at: input.now,
    })
    .execute();
  return { kind: 'accepted', created };
}

function findAccepted(queries: Queries, messageId: string) {
  return queries
    .selectFrom('turns')
    .leftJoin('messages', 'messages.id', 'turns.user_message_id')
    .select((eb) => [
      'turns.id',
      'turns.session_id',
      'turns.status',
      eb.fn.coalesce('turns.queued_text', 'messages.text').as('text'),
    ])
    .where('turns.user_message_id', '=', messageId)
    .executeTakeFirst();
}

/** Also an assistant's message must not be overwritten by a client that sends its id. */
async function isMessageId(queries: Queries, id: string): Promise<boolean> {
  return (
    (await queries.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  );
}
