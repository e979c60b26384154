// Takes a message away for good, with all that follows it on every branch: texts, traces, summaries that were made of
// them, files that nothing else uses, and their words in the search index. What stays is as if they had never been
// said, but for the session's sums and its title.
import type { RemovedPart } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { removeAttachments, removeAttachmentsOfTurn } from './attachment-store.ts';
import type { Database, Queries } from './database.ts';
import { newestUnder, withAllUnder } from './move-head.ts';
import { promptsOf, removeUnusedPrompts } from './prompt-store.ts';
import { removePartOf } from './search/search-index.ts';
import { existingSession } from './session-store.ts';
import { countNewestSummary } from './summary-store.ts';
import { fromJsonColumn } from './to-records.ts';

/** A few milliseconds' worth: nothing else is written or read meanwhile. */
const maxPartMessages = 32;

/**
 * Goes in parts, between which others are served: first the words leave the index, from the oldest message on, as that
 * is where the index is quick; then the messages, from the newest on, after each part of which the session is whole,
 * only shorter. Rejects with `not_found`, and with `busy` while a turn runs or waits: those may be about to stand under
 * it. Where it fails in the middle, what is left of the messages is found by fewer of its words.
 */
export async function* removeMessage(
  database: Database,
  sessionId: string,
  messageId: string,
): AsyncGenerator<RemovedPart> {
  const gone = await database.read(async (queries) => {
    await existingSession(queries, sessionId);
    await assertIdle(queries, sessionId);
    return allUnder(queries, sessionId, messageId);
  });
  if (gone.length === 0) throw new AppError('not_found', 'There is no such message in this session.');
  try {
    for (let from = 0; from < gone.length; from += maxPartMessages) {
      const part = gone.slice(from, from + maxPartMessages);
      const said = { messageIds: part.map(({ id }) => id), turnIds: part.flatMap(({ turnIds }) => turnIds) };
      while (await database.writeSoon((queries) => removePartOf(queries, said)));
    }
    while (gone.length > 0) {
      // What follows a message was added after it, so the newest ones have nothing under them that stays.
      const part = gone.splice(-maxPartMessages);
      const work = (queries: Queries) => removePart(queries, sessionId, part);
      yield await (gone.length > 0 ? database.writeSoon(work) : database.write(work));
    }
  } finally {
    database.forget();
  }
}

async function assertIdle(queries: Queries, sessionId: string): Promise<void> {
  const open = await queries
    .selectFrom('turns')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', 'in', ['running', 'queued'])
    .executeTakeFirst();
  if (open) throw new AppError('busy', 'A turn is running or waiting; stop it or wait for its end.');
}

/** `part`: messages under which there are no others. */
async function removePart(queries: Queries, sessionId: string, part: readonly Gone[]): Promise<RemovedPart> {
  await assertIdle(queries, sessionId);
  const { headId } = await existingSession(queries, sessionId);
  const parents = new Map(part.map(({ id, parentId }) => [id, parentId]));
  // Those of the parts before are gone.
  const turnIds = await existingTurns(queries, new Set(part.flatMap((message) => message.turnIds)));
  const prompts = (await Promise.all(turnIds.map((turnId) => promptsOf(queries, { turnId })))).flat();
  const images: string[] = [];
  for (const turnId of turnIds) {
    await removeTurn(queries, turnId, parents);
    images.push(...(await removeAttachmentsOfTurn(queries, turnId)));
  }
  await removeUnusedPrompts(queries, prompts);
  for (const { id } of part) {
    await queries
      .deleteFrom('summaries')
      .where('session_id', '=', sessionId)
      .where('through_id', '=', id)
      .execute();
    await queries.deleteFrom('messages').where('id', '=', id).execute();
  }
  await countNewestSummary(queries, sessionId);
  const files = new Set(part.flatMap(({ attachments }) => toIds(attachments)));
  const unused = await removeAttachments(queries, await withoutUsed(queries, sessionId, [...files]));
  let under = headId;
  while (under !== null && parents.has(under)) under = parents.get(under) ?? null;
  await setEnd(queries, sessionId, under === headId ? undefined : under);
  const session = await existingSession(queries, sessionId);
  return { session, unusedFiles: [...images, ...unused], messageIds: [...parents.keys()] };
}

type Gone = {
  id: string;
  parentId: string | null;
  attachments: string | null;
  /** Every turn that began with the message, answered it, or left it. */
  turnIds: readonly string[];
};

/** The message, then all that lies under it, oldest first. */
async function allUnder(queries: Queries, sessionId: string, messageId: string): Promise<Gone[]> {
  const messages = await withAllUnder(queries, sessionId, messageId)
    .selectFrom('under')
    .crossJoin('messages')
    .whereRef('messages.seq', '=', 'under.seq')
    .select([
      'messages.id as id',
      'messages.parent_id as parentId',
      'messages.turn_id as turnId',
      'messages.attachments as attachments',
    ])
    .orderBy('under.seq')
    .execute();
  if (messages.length === 0) return [];
  const turns = await queries
    .selectFrom('turns')
    .select(['id', 'user_message_id', 'answers_id'])
    .where('session_id', '=', sessionId)
    .execute();
  const turnsOf = new Map<string, Set<string>>(messages.map(({ id, turnId }) => [id, new Set([turnId])]));
  for (const turn of turns) {
    turnsOf.get(turn.user_message_id)?.add(turn.id);
    if (turn.answers_id !== null) turnsOf.get(turn.answers_id)?.add(turn.id);
  }
  return messages.map(({ id, parentId, attachments }) => ({
    ...{ id, parentId, attachments },
    turnIds: [...(turnsOf.get(id) ?? [])],
  }));
}

async function existingTurns(queries: Queries, ids: ReadonlySet<string>): Promise<string[]> {
  const rows = await queries
    .selectFrom('turns')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
}

/** A turn whose own message stays keeps its row, by which that message is known if it is sent again; its work goes. */
async function removeTurn(
  queries: Queries,
  turnId: string,
  gone: ReadonlyMap<string, unknown>,
): Promise<void> {
  const turn = await queries
    .selectFrom('turns')
    .select(['user_message_id', 'answers_id'])
    .where('id', '=', turnId)
    .executeTakeFirstOrThrow();
  if (turn.answers_id !== null || gone.has(turn.user_message_id)) {
    await queries.deleteFrom('turns').where('id', '=', turnId).execute();
    return;
  }
  await queries.deleteFrom('trajectories').where('turn_id', '=', turnId).execute();
  await queries.deleteFrom('file_changes').where('turn_id', '=', turnId).execute();
  await queries
    .updateTable('turns')
    .set({ assistant_message_id: null, tail_id: null, kept_text: null, error: null })
    .where('id', '=', turnId)
    .execute();
}

function toIds(column: string | null): string[] {
  return (fromJsonColumn(column) ?? []) as string[];
}

/** Those of the files that no message of the session has any more: another version may carry the same ones. */
async function withoutUsed(queries: Queries, sessionId: string, files: readonly string[]): Promise<string[]> {
  if (files.length === 0) return [];
  const rows = await queries
    .selectFrom('messages')
    .select('attachments')
    .where('session_id', '=', sessionId)
    .where('attachments', 'is not', null)
    .execute();
  const used = new Set(rows.flatMap(({ attachments }) => toIds(attachments)));
  return files.filter((id) => !used.has(id));
}

/**
 * Makes the session's row agree with what is left. `under` is where the branch that was shown ended, where it did: its
 * newest other continuation is shown then; null is the root.
 */
async function setEnd(queries: Queries, sessionId: string, under: string | null | undefined): Promise<void> {
  const left = queries.selectFrom('messages').where('session_id', '=', sessionId);
  const { count } = await left.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const last = await queries
    .selectFrom('turns')
    .select(['id', 'status'])
    .where('session_id', '=', sessionId)
    .where('assistant_message_id', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const head =
    under === undefined
      ? undefined
      : under === null
        ? await left.select('id').orderBy('seq', 'desc').limit(1).executeTakeFirst()
        : await newestUnder(queries, sessionId, under);
  const status = last?.status;
  await queries
    .updateTable('sessions')
    .set({
      message_count: count,
      last_turn_id: last?.id ?? null,
      last_turn_status: status === undefined || status === 'queued' || status === 'running' ? null : status,
      ...(under === undefined ? {} : { head_id: head?.id ?? null, todos: null }),
    })
    .where('id', '=', sessionId)
    .execute();
}
