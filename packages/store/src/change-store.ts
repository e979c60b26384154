// The record of the files that tools changed: written before a change, so that no change is without it.
import type { ChangeStore } from '@slipstream/agent';
import type { Database } from './database.ts';

export function createChangeStore(database: Database): ChangeStore {
  return {
    record: ({ id, sessionId, turnId, callId, path, before, after, at }) =>
      database.writeSoon(async (queries) => {
        const ids = { id, session_id: sessionId, turn_id: turnId, call_id: callId };
        await queries
          .insertInto('file_changes')
          .values({ ...ids, path, before, after, at })
          .execute();
      }),
    drop: (id) =>
      database.writeSoon(async (queries) => {
        await queries.deleteFrom('file_changes').where('id', '=', id).execute();
      }),
    list: (sessionId) =>
      database.read(async (queries) => {
        const rows = await queries
          .selectFrom('file_changes')
          .selectAll()
          .where('session_id', '=', sessionId)
          .orderBy('seq')
          .execute();
        return rows.map(({ id, path, before, after, at, ...row }) => ({
          id,
          sessionId: row.session_id,
          turnId: row.turn_id,
          callId: row.call_id,
          path,
          before,
          after,
          at,
          undoneAt: row.undone_at,
        }));
      }),
    markUndone: (ids, now) =>
      database.write(async (queries) => {
        if (ids.length === 0) return;
        await queries
          .updateTable('file_changes')
          .set({ undone_at: now })
          .where('id', 'in', ids)
          .where('undone_at', 'is', null)
          .execute();
      }),
  };
}
