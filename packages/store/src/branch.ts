// Reads the message tree: a stretch of one branch, from a message towards the root, at a cost that depends on the
// stretch and not on the session. Must not load a session whole.
import type { AttachmentInfo, Message } from '@slipstream/protocol';
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import type { AttachmentRow, MessageRow } from './tables.ts';
import { toMessage } from './to-records.ts';

/** The messages from `fromId` (inclusive) towards the root, at most `limit`, oldest first. */
export async function readBranch(
  queries: Queries,
  sessionId: string,
  fromId: string,
  limit: number,
): Promise<Message[]> {
  const rows = await queries
    .withRecursive('branch', (cte) =>
      cte
        .selectFrom('messages')
        .select(['messages.id', 'messages.parent_id', sql<number>`1`.as('depth')])
        .where('messages.id', '=', fromId)
        .where('messages.session_id', '=', sessionId)
        .unionAll(
          cte
            .selectFrom('branch')
            .innerJoin('messages', 'messages.id', 'branch.parent_id')
            .select(['messages.id', 'messages.parent_id', sql<number>`branch.depth + 1`.as('depth')])
            .where('branch.depth', '<', limit),
        ),
    )
    .selectFrom('branch')
    .innerJoin('messages', 'messages.id', 'branch.id')
    .selectAll('messages')
    .orderBy('branch.depth', 'desc')
    .execute();
  return withFiles(queries, await withSiblings(queries, sessionId, rows));
}

/** A message of which it is known that it exists. */
export async function readMessage(queries: Queries, sessionId: string, id: string): Promise<Message> {
  const rows = await queries
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .execute();
  const [message] = await withFiles(queries, await withSiblings(queries, sessionId, rows));
  if (!message) throw new Error(`message ${id} is not in session ${sessionId}`);
  return message;
}

/** The rows as messages that know their versions, in the order of the rows, without what their files are. */
export async function withSiblings(
  queries: Queries,
  sessionId: string,
  rows: readonly MessageRow[],
): Promise<Message[]> {
  if (rows.length === 0) return [];
  const parents = rows.map((row) => row.parent_id).filter((id) => id !== null);
  const places = await queries
    .selectFrom('messages')
    .select(['id', 'parent_id', 'role'])
    .where('session_id', '=', sessionId)
    .where((eb) =>
      eb.or([
        ...(parents.length > 0 ? [eb('parent_id', 'in', parents)] : []),
        ...(parents.length < rows.length ? [eb('parent_id', 'is', null)] : []),
      ]),
    )
    .orderBy('seq')
    .execute();
  const byPlace = Map.groupBy(places, toPlace);
  return rows.map((row) =>
    toMessage(
      row,
      (byPlace.get(toPlace(row)) ?? []).map((sibling) => sibling.id),
    ),
  );
}

async function withFiles(queries: Queries, messages: Message[]): Promise<Message[]> {
  const ids = messages.flatMap((message) => message.attachments);
  if (ids.length === 0) return messages;
  const rows = await queries.selectFrom('attachments').selectAll().where('id', 'in', ids).execute();
  const files = new Map(rows.map((row) => [row.id, toAttachmentInfo(row)]));
  return messages.map((message) =>
    message.attachments.length === 0
      ? message
      : {
          ...message,
          files: message.attachments.map((id) => files.get(id)).filter((file) => file !== undefined),
        },
  );
}

function toAttachmentInfo(row: AttachmentRow): AttachmentInfo {
  const { id, name, media_type: mediaType, bytes, sha256, note } = row;
  return { id, name, mediaType, bytes, sha256, ...(note === null ? {} : { note }) };
}

function toPlace({ parent_id, role }: Pick<MessageRow, 'parent_id' | 'role'>): string {
  return `${parent_id} ${role}`;
}
