// Which sessions are wanted, and which of them this socket is subscribed to. Counts, so that two views of one session
// need not know of each other; closing and opening again within one task sends nothing.
import { type AppError, toAppError } from '@slipstream/protocol';
import { backoffDelayMs } from './backoff.ts';
import type { SetTimer } from './environment.ts';
import type { Requests } from './requests.ts';

export type Subscriptions = {
  /** The returned function ends this one use; calling it again does nothing. */
  open(sessionId: string): () => void;
  isOpen(sessionId: string): boolean;
  /** Asks for a session anew, from its resume point or for a snapshot. */
  restart(sessionId: string): void;
  online(): void;
  lost(): void;
  close(): void;
};

export function createSubscriptions(options: {
  requests: Requests;
  isOnline: () => boolean;
  resumePointOf: (sessionId: string) => { log: string; seq: number } | undefined;
  /** The last use of a session ended. */
  closed: (sessionId: string) => void;
  /** The server will never give this session. */
  refused: (sessionId: string) => void;
  setTimer: SetTimer;
  random: () => number;
}): Subscriptions {
  const wanted = new Map<string, number>();
  /** What this socket was asked for; each new asking is a new object, so that late answers are told apart. */
  const asked = new Map<string, object>();
  const retries = new Map<string, () => void>();

  function reconcile(sessionId: string): void {
    if (!options.isOnline()) return;
    if (wanted.has(sessionId)) {
      if (!asked.has(sessionId)) void subscribe(sessionId, 0);
    } else if (asked.delete(sessionId)) {
      options.requests.ask({ type: 'unsubscribe', sessionId }).catch(() => {});
    }
  }

  async function subscribe(sessionId: string, attempt: number): Promise<void> {
    const asking = {};
    asked.set(sessionId, asking);
    cancelRetry(sessionId);
    const after = options.resumePointOf(sessionId);
    try {
      await options.requests.ask({ type: 'subscribe', sessionId, ...(after ? { after } : {}) });
    } catch (error) {
      if (asked.get(sessionId) !== asking) return;
      if (isHopeless(toAppError(error))) {
        options.refused(sessionId);
        return;
      }
      const delayMs = backoffDelayMs(attempt + 1, options.random);
      const retry = () => {
        if (asked.get(sessionId) === asking) void subscribe(sessionId, attempt + 1);
      };
      retries.set(sessionId, options.setTimer(delayMs, retry));
    }
  }

  function cancelRetry(sessionId: string): void {
    retries.get(sessionId)?.();
    retries.delete(sessionId);
  }

  function forgetSocket(): void {
    asked.clear();
    for (const sessionId of [...retries.keys()]) cancelRetry(sessionId);
  }

  return {
    open(sessionId) {
      let ended = false;
      wanted.set(sessionId, (wanted.get(sessionId) ?? 0) + 1);
      queueMicrotask(() => reconcile(sessionId));
      return () => {
        if (ended) return;
        ended = true;
        const count = (wanted.get(sessionId) ?? 1) - 1;
        if (count > 0) {
          wanted.set(sessionId, count);
          return;
        }
        wanted.delete(sessionId);
        queueMicrotask(() => reconcile(sessionId));
        options.closed(sessionId);
      };
    },
    isOpen: (sessionId) => wanted.has(sessionId),
    restart(sessionId) {
      if (wanted.has(sessionId) && options.isOnline()) void subscribe(sessionId, 0);
    },
    online() {
      for (const sessionId of wanted.keys()) reconcile(sessionId);
    },
    lost: forgetSocket,
    close() {
      wanted.clear();
      forgetSocket();
    },
  };
}

/** It names no session that there is or can be; asking again, which does no harm, may help with anything else. */
function isHopeless({ code }: AppError): boolean {
  return code === 'bad_frame' || code === 'invalid_request' || code === 'not_found';
}
