// The pages that the scripted server gives.
import type { Message, MessagePage, Session, SessionPage } from '@slipstream/protocol';

/** The cursor of a page is the id of its last session. */
export function pageOf(sessions: Iterable<Session>, query: URLSearchParams): SessionPage {
  const q = query.get('q');
  const all = [...sessions]
    .filter(
      (session) =>
        session.archived === (query.get('archived') === 'true') && (q === null || session.title.includes(q)),
    )
    .sort((a, b) => (a.updatedAt < b.updatedAt || (a.updatedAt === b.updatedAt && a.id < b.id) ? 1 : -1));
  const after = query.get('cursor');
  const from = after === null ? 0 : all.findIndex((session) => session.id === after) + 1;
  const page = all.slice(from, from + Number(query.get('limit')));
  const last = page.at(-1);
  return { sessions: page, nextCursor: last && from + page.length < all.length ? last.id : null };
}

export function messagesOf(all: readonly Message[], query: URLSearchParams): MessagePage {
  const before = query.get('before');
  const end = before === null ? all.length : all.findIndex((message) => message.id === before);
  const start = Math.max(0, end - Number(query.get('limit')));
  const messages = all.slice(start, end);
  return { messages, nextCursor: start > 0 ? (messages[0]?.id ?? null) : null };
}
