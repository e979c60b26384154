// What lies before the snapshot: older messages and the trajectories of past turns, loaded over REST into the sessions
// that are held. Asking twice at once loads once.
import {
  foldEvents,
  type MessagePage,
  type StepPromptResult,
  type Trajectory,
  type TurnPart,
  type TurnPartEntries,
  toEvents,
} from '@slipstream/protocol';
import { withFinished } from './apply-session-event.ts';
import { type Rest, sessionPath } from './rest.ts';
import { type SessionFold, withState } from './session-fold.ts';
import type { SessionStore } from './session-store.ts';
import type { Client } from './types.ts';

const pageSize = 50;

export function createHistory(
  rest: Rest,
  store: SessionStore,
): Pick<Client, 'loadOlder' | 'loadTurn' | 'trajectory' | 'wholePart' | 'stepPrompt'> {
  const turnsLoading = new Map<string, Promise<void>>();

  const turnPath = (sessionId: string, turnId: string) =>
    `${sessionPath(sessionId)}/turns/${encodeURIComponent(turnId)}`;

  /** A turn that still runs is left to its events. */
  async function loadFinished(sessionId: string, turnId: string): Promise<void> {
    const { turn, entries } = await rest.call<Trajectory>(
      'GET',
      `${turnPath(sessionId, turnId)}/trajectory?preview=true`,
    );
    if (turn.endedAt === null) return;
    const view = foldEvents(turn.id, toEvents(turn, entries));
    store.update(sessionId, (fold) =>
      hasFinished(fold, turnId)
        ? fold
        : withState(fold, { finished: withFinished(fold.state.finished, view) }),
    );
  }

  return {
    trajectory: (sessionId, turnId) => rest.call('GET', `${turnPath(sessionId, turnId)}/trajectory`),
    async wholePart(sessionId, turnId, part) {
      const query = toQuery(part);
      const { entries } = await rest.call<TurnPartEntries>(
        'GET',
        `${turnPath(sessionId, turnId)}/part?${query}`,
      );
      return entries;
    },
    async stepPrompt(sessionId, turnId, { agentId, step }) {
      const { prompt } = await rest.call<StepPromptResult>(
        'GET',
        `${turnPath(sessionId, turnId)}/prompt?${toQuery({ agentId, step })}`,
      );
      return prompt;
    },
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
      if (!hasMore || loadingOlder) return;
      store.update(sessionId, (fold) => withState(fold, { loadingOlder: true }));
      // Without one, the newest was too large for a snapshot.
      const query = `limit=${pageSize}${first ? `&before=${encodeURIComponent(first.id)}` : ''}`;
      let page: MessagePage | null = null;
      try {
        page = await rest.call<MessagePage>('GET', `${sessionPath(sessionId)}/messages?${query}`);
      } finally {
        store.update(sessionId, (fold) => withOlder(fold, first?.id, page));
      }
    },
  };
}

function hasFinished(fold: SessionFold, turnId: string): boolean {
  return Object.hasOwn(fold.state.finished, turnId);
}

/** Puts the page in front, unless the branch has changed meanwhile. */
function withOlder(fold: SessionFold, firstId: string | undefined, page: MessagePage | null): SessionFold {
  const { messages } = fold.state;
  if (!page || messages[0]?.id !== firstId) return withState(fold, { loadingOlder: false });
  return withState(fold, {
    loadingOlder: false,
    messages: [...page.messages, ...messages],
    hasMore: page.nextCursor !== null,
  });
}

function toQuery({ agentId, step, callId }: TurnPart): string {
  const query = new URLSearchParams({ step: String(step) });
  if (agentId !== undefined) query.set('agentId', agentId);
  if (callId !== undefined) query.set('callId', callId);
  return query.toString();
}
