// Reads a session for a file: what it consists of at once, its texts and work a piece at a time.
import type { ArchivedTurn, ArchiveReading, StoredSession } from '@slipstream/agent';
import type { Message } from '@slipstream/protocol';
import { sql } from 'kysely';
import { toAttachment } from './attachment-store.ts';
import { withSiblings } from './branch.ts';
import type { Database, Queries } from './database.ts';
import { existingSession } from './session-store.ts';
import { toEntry, toTurn } from './to-records.ts';

/** Messages that are read at once. */
const pageSize = 50;

/** Rejects with `not_found`. */
export async function readArchive(database: Database, sessionId: string): Promise<ArchiveReading> {
  const found = await database.read(async (queries) => {
    const session = await existingSession(queries, sessionId);
    const messages = await queries
      .selectFrom('messages')
      .select(['id', 'parent_id'])
      .where('session_id', '=', sessionId)
      .orderBy('seq')
      .execute();
    const turns = await queries
      .selectFrom('turns')
      .select('id')
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is not', null)
      .orderBy('seq')
      .execute();
    const attachments = await queries
      .selectFrom('attachments')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('sent', '=', 1)
      // What people sent comes first: an archive has room for so much.
      .orderBy(sql`turn_id is not null`)
      .orderBy('id')
      .execute();
    return { session, messages, turns, attachments: attachments.map(toAttachment) };
  });
  const { session, attachments } = found;

  async function* messagesOf(ids: readonly string[]) {
    for (let from = 0; from < ids.length; from += pageSize)
      yield* await database.read((queries) =>
        readMessages(queries, sessionId, ids.slice(from, from + pageSize)),
      );
  }
  const turn = (id: string) => database.read((queries) => readTurn(queries, session, id));

  return {
    session,
    attachments,
    messages: () => messagesOf(found.messages.map(({ id }) => id)),
    async *turns() {
      for (const { id } of found.turns) {
        const read = await turn(id);
        if (read) yield read;
      }
    },
    async *branch() {
      const ended = new Set(found.turns.map(({ id }) => id));
      for await (const message of messagesOf(toBranch(found.messages, session.headId))) {
        const gives = message.role === 'assistant' && ended.has(message.turnId);
        yield { message, turn: gives ? await turn(message.turnId) : undefined };
      }
    },
  };
}

function toBranch(
  messages: readonly { id: string; parent_id: string | null }[],
  headId: string | null,
): string[] {
  const parents = new Map(messages.map(({ id, parent_id }) => [id, parent_id]));
  const branch: string[] = [];
  // A circle in a document that somebody made by hand ends here, too.
  for (let id = headId; id !== null && parents.has(id); id = parents.get(id) ?? null)
    if (branch.push(id) > messages.length) break;
  return branch.reverse();
}

async function readMessages(queries: Queries, sessionId: string, ids: readonly string[]): Promise<Message[]> {
  const rows = await queries.selectFrom('messages').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  return withSiblings(queries, sessionId, ordered);
}

async function readTurn(
  queries: Queries,
  session: StoredSession,
  id: string,
): Promise<ArchivedTurn | undefined> {
  const row = await queries.selectFrom('turns').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const entries = await queries
    .selectFrom('trajectories')
    .selectAll()
    .where('turn_id', '=', id)
    .orderBy('seq')
    .execute();
  const turn = toTurn({
    ...row,
    user_message_id: row.answers_id ?? row.user_message_id,
    model: row.model ?? session.model,
    mode: row.mode ?? session.mode,
  });
  return { turn, entries: entries.map(toEntry) };
}
