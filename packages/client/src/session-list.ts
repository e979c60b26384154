// The list of sessions: pages over REST, kept up by the frames that tell of every session's changes. What a frame said
// while a page was on its way wins over the page.
import type { Session, SessionPage } from '@slipstream/protocol';
import { AppError } from '@slipstream/protocol';
import type { Rest } from './rest.ts';
import { reuseById } from './reuse.ts';
import type { SessionListState } from './types.ts';

const pageSize = 50;
/** The most that the server gives at once. */
const maxPageSize = 200;

export type SessionList = {
  state(): SessionListState;
  /** Loads what is shown anew, as much as was loaded before. Never rejects; the state tells a failure. */
  reload(): Promise<void>;
  /** The next page, or the first one again where that had failed. */
  loadMore(): Promise<void>;
  updated(session: Session): void;
  deleted(sessionId: string): void;
};

export function createSessionList(rest: Rest, changed: () => void): SessionList {
  let state: SessionListState = { phase: 'loading', error: null, sessions: [], hasMore: false };
  let nextCursor: string | null = null;
  let reloads = 0;
  let loadingMore: Promise<void> | null = null;
  /** What frames said since the oldest request under way; null: deleted. */
  const heard = new Map<string, Session | null>();
  let underway = 0;

  function show(changes: Partial<SessionListState>): void {
    const sessions = reuseById(state.sessions, changes.sessions ?? state.sessions);
    const next = { ...state, ...changes, sessions };
    const keys = ['phase', 'error', 'sessions', 'hasMore'] as const;
    if (keys.every((key) => next[key] === state[key])) return;
    state = next;
    changed();
  }

  async function page(query: string): Promise<SessionPage> {
    if (underway === 0) heard.clear();
    underway += 1;
    try {
      return await rest.call<SessionPage>('GET', `sessions?${query}`);
    } finally {
      underway -= 1;
    }
  }

  function merge(lists: readonly (readonly Session[])[]): Session[] {
    const byId = new Map<string, Session>();
    for (const session of lists.flat()) if (!byId.has(session.id)) byId.set(session.id, session);
    for (const [id, session] of heard) {
      if (session) byId.set(id, session);
      else byId.delete(id);
    }
    return sorted([...byId.values()]);
  }

  async function reload(): Promise<void> {
    reloads += 1;
    const mine = reloads;
    const limit = Math.min(maxPageSize, Math.max(pageSize, state.sessions.length));
    try {
      const { sessions, nextCursor: cursor } = await page(`limit=${limit}`);
      if (mine !== reloads) return;
      nextCursor = cursor;
      show({ phase: 'ready', error: null, sessions: merge([sessions]), hasMore: cursor !== null });
    } catch (error) {
      if (mine !== reloads) return;
      const message = error instanceof AppError ? error.message : 'The sessions cannot be loaded.';
      show({ phase: state.phase === 'ready' ? 'ready' : 'error', error: message });
    }
  }

  async function more(cursor: string): Promise<void> {
    const mine = reloads;
    const next = await page(`limit=${pageSize}&cursor=${encodeURIComponent(cursor)}`);
    if (mine !== reloads) return;
    nextCursor = next.nextCursor;
    const sessions = merge([state.sessions, next.sessions]);
    show({ error: null, sessions, hasMore: nextCursor !== null });
  }

  return {
    state: () => state,
    reload,
    loadMore() {
      if (state.phase === 'error') return reload();
      if (nextCursor === null) return Promise.resolve();
      loadingMore ??= more(nextCursor).finally(() => {
        loadingMore = null;
      });
      return loadingMore;
    },
    updated(session) {
      const shown = session.archived ? null : session;
      if (underway > 0) heard.set(session.id, shown);
      const known = state.sessions.find((each) => each.id === session.id);
      if (!shown && !known) return;
      const others = state.sessions.filter((each) => each.id !== session.id);
      const last = state.sessions.at(-1);
      // Older than what is loaded: it comes with its page.
      const beyond = !known && state.hasMore && last !== undefined && newestFirst(last, session) < 0;
      if (beyond) return;
      show({ sessions: shown ? sorted([...others, shown]) : others });
    },
    deleted(sessionId) {
      if (underway > 0) heard.set(sessionId, null);
      if (!state.sessions.some((each) => each.id === sessionId)) return;
      show({ sessions: state.sessions.filter((each) => each.id !== sessionId) });
    },
  };
}

function sorted(sessions: Session[]): Session[] {
  return sessions.sort(newestFirst);
}

function newestFirst(a: Session, b: Session): number {
  return compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
