// One page of the session list, newest activity first.
import type { SessionStore, StoredSession } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import type { Queries } from './database.ts';
import { toSearchCondition } from './search-sessions.ts';
import { toSession } from './to-records.ts';

type ListQuery = Parameters<SessionStore['list']>[0];
type Place = { updatedAt: string; id: string };

/** Rejects with `invalid_request` for a cursor that no page gave. */
export async function listSessions(
  queries: Queries,
  query: ListQuery,
): Promise<{ sessions: StoredSession[]; nextCursor: string | null }> {
  let select = queries.selectFrom('sessions').selectAll().where('archived', '=', Number(query.archived));
  if (query.cursor !== undefined) {
    const { updatedAt, id } = fromCursor(query.cursor);
    select = select.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('updated_at', 'id'), '<', tuple(updatedAt, id)),
    );
  }
  const isFound = await toSearchCondition(queries, query.q ?? '');
  if (isFound) select = select.where(isFound);
  const rows = await select
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const sessions = rows.slice(0, query.limit).map(toSession);
  const last = sessions.at(-1);
  return { sessions, nextCursor: rows.length > query.limit && last ? toCursor(last) : null };
}

function toCursor({ updatedAt, id }: Place): string {
  return Buffer.from(JSON.stringify([updatedAt, id])).toString('base64url');
}

function fromCursor(cursor: string): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(place) && place.length === 2) {
      const [updatedAt, id] = place as unknown[];
      if (typeof updatedAt === 'string' && typeof id === 'string') return { updatedAt, id };
    }
  } catch {
    // Not JSON: said below, as for JSON of another shape.
  }
  throw new AppError('invalid_request', 'The cursor is not one that a page of sessions gave.', {
    details: { path: 'cursor' },
  });
}
