// Takes a user's message: once per message id, with its queued turn, in a session that is made if need be. The text
// stays with the turn until it begins, so that `messages` has only what is on record.
import type { Accepted, AcceptMessage } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { Queries } from './database.ts';
import { addSession } from './session-store.ts';
import type { TurnRow } from './tables.ts';
import { toJsonColumn } from './to-records.ts';

export async function acceptMessage(queries: Queries, input: AcceptMessage): Promise<Accepted> {
  // The driver cannot store half a surrogate pair; the comparison with the stored text must not see one either.
  const text = input.text.toWellFormed();
  const known =
    (await findAccepted(queries, input.messageId)) ?? (await findJoined(queries, input.messageId));
  if (known) {
    const same = known.session_id === input.session.id && known.text === text;
    return same ? { kind: 'duplicate', turnId: known.id, turnStatus: known.status } : { kind: 'conflict' };
  }
  if (await isMessageId(queries, input.messageId)) return { kind: 'conflict' };

  const created = await addSession(queries, input.session);
  if (!created) await touchSession(queries, input.session.id, input.now);
  const placed = input.parentId !== undefined;
  const attachments = input.attachments ?? [];
  for (const id of attachments) await markSent(queries, input.session.id, id);
  if (input.parentId) await checkParent(queries, input.session.id, input.parentId);
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
      chat_id: input.session.chatId ?? null,
      queued_text: text,
      accepted_at: input.now,
      parent_id: input.parentId ?? null,
      placed: placed ? 1 : 0,
      attachments: toJsonColumn(attachments.length > 0 ? attachments : null),
      rank: input.first ? await rankBeforeAll(queries, input.session.id) : 0,
    })
    .execute();
  return { kind: 'accepted', created };
}

/** A rank before every turn that waits in the session. */
export async function rankBeforeAll(queries: Queries, sessionId: string): Promise<number> {
  const row = await queries
    .selectFrom('turns')
    .select((eb) => eb.fn.min('rank').as('first'))
    .where('session_id', '=', sessionId)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return Math.min(0, row?.first ?? 0) - 1;
}

export async function touchSession(queries: Queries, sessionId: string, now: string): Promise<void> {
  await queries.updateTable('sessions').set({ updated_at: now }).where('id', '=', sessionId).execute();
}

type Known = { id: string; session_id: string; status: TurnRow['status']; text: string | null };

function findAccepted(queries: Queries, messageId: string): Promise<Known | undefined> {
  return queries
    .selectFrom('turns')
    .leftJoin('messages', 'messages.id', 'turns.user_message_id')
    .select((eb) => [
      'turns.id',
      'turns.session_id',
      'turns.status',
      eb.fn.coalesce('turns.edited_from', 'turns.queued_text', 'messages.text').as('text'),
    ])
    .where('turns.user_message_id', '=', messageId)
    .where('turns.answers_id', 'is', null)
    .executeTakeFirst();
}

/** A message that joined another's turn has none of its own any more. */
function findJoined(queries: Queries, messageId: string): Promise<Known | undefined> {
  return queries
    .selectFrom('messages')
    .innerJoin('turns', 'turns.id', 'messages.turn_id')
    .select(['turns.id', 'messages.session_id', 'turns.status', 'messages.text'])
    .where('messages.id', '=', messageId)
    .where('messages.role', '=', 'user')
    .executeTakeFirst();
}

/** Also an assistant's message must not be overwritten by a client that sends its id. */
async function isMessageId(queries: Queries, id: string): Promise<boolean> {
  const message = await queries.selectFrom('messages').select('id').where('id', '=', id).executeTakeFirst();
  if (message) return true;
  const turn = await queries
    .selectFrom('turns')
    .select('id')
    .where('user_message_id', '=', id)
    .executeTakeFirst();
  return turn !== undefined;
}

/** Rejects with `not_found` for a file that was not sent to this session. */
async function markSent(queries: Queries, sessionId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('attachments')
    .set({ sent: 1 })
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    throw new AppError('not_found', 'An attached file is not there; attach it again.');
}

async function checkParent(queries: Queries, sessionId: string, parentId: string): Promise<void> {
  const parent = await queries
    .selectFrom('messages')
    .select('id')
    .where('id', '=', parentId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!parent) throw new AppError('not_found', 'The message to stand under is not in this session.');
}
