// Sessions: created once per id, read, changed, removed with all that is theirs. Lists are in list-sessions.ts.
import type { NewSession, SessionChanges, SessionStore, StoredSession } from '@slipstream/agent';
import { AppError, type Todo } from '@slipstream/protocol';
import type { Database, Queries } from './database.ts';
import { listSessions } from './list-sessions.ts';
import { moveHead } from './move-head.ts';
import { removeMessage } from './remove-message.ts';
import { removeSession } from './remove-session.ts';
import { addToIndex, changeTitleInIndex } from './search/search-index.ts';
import { fromJsonColumn, toJsonColumn, toSession } from './to-records.ts';

export function createSessionStore(database: Database): SessionStore {
  return {
    create: (session) =>
      database.write(async (queries) => {
        const created = await addSession(queries, session);
        return { session: await existingSession(queries, session.id), created };
      }),
    get: (id) => database.read((queries) => findSession(queries, id)),
    list: (query) => database.read((queries) => listSessions(queries, query)),
    update: (id, changes) =>
      database.write(async (queries) => {
        const columns = toColumns(changes);
        if (changes.title !== undefined) {
          const { title } = await existingSession(queries, id);
          await changeTitleInIndex(queries, id, { from: title, to: changes.title });
        }
        if (Object.keys(columns).length > 0)
          await queries.updateTable('sessions').set(columns).where('id', '=', id).execute();
        return existingSession(queries, id);
      }),
    retitle: (id, { from, to }) =>
      database.write(async (queries) => {
        const result = await queries
          .updateTable('sessions')
          .set({ title: to })
          .where('id', '=', id)
          .where('title', '=', from)
          .executeTakeFirstOrThrow();
        if (result.numUpdatedRows === 0n) return undefined;
        await changeTitleInIndex(queries, id, { from, to });
        return existingSession(queries, id);
      }),
    moveHead: (id, to) => database.write((queries) => moveHead(queries, id, to)),
    removeMessage: (id, messageId) => removeMessage(database, id, messageId),
    todos: (id) =>
      database.read(async (queries) => {
        const query = queries.selectFrom('sessions').select('todos').where('id', '=', id);
        return (fromJsonColumn((await query.executeTakeFirst())?.todos ?? null) ?? []) as Todo[];
      }),
    setTodos: (id, todos) =>
      database.writeSoon(async (queries) => {
        const column = toJsonColumn(todos.length > 0 ? todos : null);
        await queries.updateTable('sessions').set({ todos: column }).where('id', '=', id).execute();
      }),
    delete: (id) => removeSession(database, id),
  };
}

/** Stores a session unless its id is taken; tells whether it did. */
export async function addSession(queries: Queries, session: NewSession): Promise<boolean> {
  const result = await queries
    .insertInto('sessions')
    .values({
      id: session.id,
      title: session.title,
      model: session.model,
      mode: session.mode,
      workspace: session.workspace,
      channel: session.channel ?? null,
      chat_id: session.chatId ?? null,
      pinned: 0,
      archived: 0,
      created_at: session.now,
      updated_at: session.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  const created = (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  if (created)
    await addToIndex(queries, {
      sessionId: session.id,
      kind: 'title',
      sourceId: session.id,
      text: session.title,
    });
  return created;
}

/** Rejects with `not_found`. */
export async function existingSession(queries: Queries, id: string): Promise<StoredSession> {
  const session = await findSession(queries, id);
  if (!session) throw new AppError('not_found', 'There is no session with this id.');
  return session;
}

async function findSession(queries: Queries, id: string): Promise<StoredSession | undefined> {
  const row = await queries.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSession(row);
}

function toColumns(changes: SessionChanges) {
  const { pinned, archived, title, model, mode } = changes;
  return {
    ...(title === undefined ? {} : { title }),
    ...(model === undefined ? {} : { model }),
    ...(mode === undefined ? {} : { mode }),
    ...(pinned === undefined ? {} : { pinned: Number(pinned) }),
    ...(archived === undefined ? {} : { archived: Number(archived) }),
  };
}
