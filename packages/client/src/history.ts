// What lies before the snapshot: older messages and the trajectories of past turns, loaded over REST into the sessions
// that are held. Asking twice at once loads once.
import { foldEvents, type MessagePage, type Trajectory, toEvents } from '@slipstream/protocol';
import { withFinished } from './apply-session-event.ts';
import { type Rest, sessionPath } from './rest.ts';
import { type SessionFold, withState } from './session-fold.ts';
import type { SessionStore } from './session-store.ts';
import type { Client } from './types.ts';

const pageSize = 50;

export function createHistory(
  rest: Rest,
  store: SessionStore,
): Pick<Client, 'loadOlder' | 'loadTurn' | 'trajectory'> {
  const turnsLoading = new Map<string, Promise<void>>();

  async function trajectory(sessionId: string, turnId: string): Promise<Trajectory> {
    return rest.call('GET', `${sessionPath(sessionId)}/turns/${encodeURIComponent(turnId)}/trajectory`);
  }

  /** A turn that still runs is left to its events. */
  async function loadFinished(sessionId: string, turnId: string): Promise<void> {
    const { turn, entries } = await trajectory(sessionId, turnId);
    if (turn.endedAt === null) return;
    const view = foldEvents(turn.id, toEvents(turn, entries));
    store.update(sessionId, (fold) =>
      hasFinished(fold, turnId)
        ? fold
        : withState(fold, { finished: withFinished(fold.state.finished, view) }),
    );
  }

  return {
    trajectory,
    async loadTurn(sessionId, turnId) {
      if (hasFinished(store.get(sessionId), turnId)) return;
      const key = `${sessionId}/${turnId}`;
      const loading = turnsLoading.get(key) ?? loadFinished(sessionId, turnId);
      turnsLoading.set(key, loading);
      await loading.finally(() => turnsLoading.delete(key));
    },
    async loadOlder(sessionId) {
      const { messages, hasMore, loadingOlder } = store.get(sessionId).state;
      const first = messages[0];
      if (!first || !hasMore || loadingOlder) return;
      store.update(sessionId, (fold) => withState(fold, { loadingOlder: true }));
      const query = `limit=${pageSize}&before=${encodeURIComponent(first.id)}`;
      let page: MessagePage | null = null;
      try {
        page = await rest.call<MessagePage>('GET', `${sessionPath(sessionId)}/messages?${query}`);
      } finally {
        store.update(sessionId, (fold) => withOlder(fold, first.id, page));
      }
    },
  };
}

function hasFinished(fold: SessionFold, turnId: string): boolean {
  return Object.hasOwn(fold.state.finished, turnId);
}

/** Puts the page in front, unless the branch has changed meanwhile. */
function withOlder(fold: SessionFold, firstId: string, page: MessagePage | null): SessionFold {
  const { messages } = fold.state;
  if (!page || messages[0]?.id !== firstId) return withState(fold, { loadingOlder: false });
  return withState(fold, {
    loadingOlder: false,
    messages: [...page.messages, ...messages],
    hasMore: page.nextCursor !== null,
  });
}
