// What is known of the files that people send along, and of the images that tools give. Their bytes are kept elsewhere, by their hash; this says which
// hashes are not used by any row any more.
import type { AttachmentStore, StoredAttachment } from '@slipstream/agent';
import type { Database, Queries } from './database.ts';
import type { AttachmentRow } from './tables.ts';

export function createAttachmentStore(database: Database): AttachmentStore {
  return {
    add: (attachment) =>
      database.write((queries) =>
        addAttachment(queries, attachment, attachment.turnId === undefined ? 'unsent' : 'sent'),
      ),
    get: (id) =>
      database.read(async (queries) => {
        const row = await queries
          .selectFrom('attachments')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        return row && toAttachment(row);
      }),
    removeOf: (sessionId) =>
      database.write((queries) => remove(queries, (rows) => rows.where('session_id', '=', sessionId))),
    removeUnsent: (before) =>
      database.write((queries) =>
        remove(queries, (rows) => rows.where('sent', '=', 0).where('created_at', '<', before)),
      ),
    unused: (hashes) => database.read((queries) => findUnused(queries, hashes)),
  };
}

/** `unsent`: no message has it yet. */
export async function addAttachment(
  queries: Queries,
  { sessionId, mediaType, createdAt, turnId, ...attachment }: StoredAttachment,
  state: 'sent' | 'unsent' = 'sent',
): Promise<void> {
  const times = { session_id: sessionId, media_type: mediaType, created_at: createdAt };
  const sent = state === 'sent' ? 1 : 0;
  await queries
    .insertInto('attachments')
    .values({ ...attachment, ...times, sent, turn_id: turnId ?? null })
    .execute();
}

/** Gives the hashes that nothing refers to afterwards. */
export function removeAttachments(queries: Queries, ids: readonly string[]): Promise<string[]> {
  return ids.length === 0 ? Promise.resolve([]) : remove(queries, (rows) => rows.where('id', 'in', ids));
}

/** The images that the turn's tools gave. Gives the hashes that nothing refers to afterwards. */
export function removeAttachmentsOfTurn(queries: Queries, turnId: string): Promise<string[]> {
  return remove(queries, (rows) => rows.where('turn_id', '=', turnId));
}

const chosen = (queries: Queries) => queries.selectFrom('attachments').select(['id', 'sha256']);

/** Gives the hashes that nothing refers to afterwards. */
async function remove(
  queries: Queries,
  pick: (rows: ReturnType<typeof chosen>) => ReturnType<typeof chosen>,
): Promise<string[]> {
  const rows = await pick(chosen(queries)).execute();
  for (const { id } of rows) await queries.deleteFrom('attachments').where('id', '=', id).execute();
  return findUnused(queries, new Set(rows.map((row) => row.sha256)));
}

async function findUnused(queries: Queries, hashes: Iterable<string>): Promise<string[]> {
  const unused: string[] = [];
  for (const sha256 of hashes) {
    const other = await queries
      .selectFrom('attachments')
      .select('id')
      .where('sha256', '=', sha256)
      .executeTakeFirst();
    if (!other) unused.push(sha256);
  }
  return unused;
}

export function toAttachment(row: AttachmentRow): StoredAttachment {
  return {
    id: row.id,
    sessionId: row.session_id,
    sha256: row.sha256,
    name: row.name,
    mediaType: row.media_type,
    bytes: row.bytes,
    text: row.text,
    note: row.note,
    ...(row.turn_id === null ? {} : { turnId: row.turn_id }),
    createdAt: row.created_at,
  };
}
