// Finds out that a socket is dead although nobody closed it (a lost network, a sleeping laptop). Browsers do not show
// WebSocket pings, so it asks with a frame of its own. Any frame that comes is a sign of life.
import type { SetTimer } from './environment.ts';

export const pingAfterQuietMs = 15_000;
export const pongTimeoutMs = 10_000;
export const urgentPongTimeoutMs = 4_000;

/** A timer this much too late was held back with the whole machine; the answer may lie there unread. */
const sleptMs = 5_000;

export type Liveness = {
  heard(): void;
  /** Asks now, and waits for the answer for a short time only. */
  probe(): void;
  stop(): void;
};

/** Calls `ping` when it wants a sign of life, and `dead` once when none came. Runs until `stop`. */
export function createLiveness(options: {
  now: () => number;
  setTimer: SetTimer;
  ping: () => void;
  dead: () => void;
}): Liveness {
  const { now, setTimer } = options;
  let heardAt = now();
  let asking = false;
  let cancel = () => {};

  function wait(delayMs: number): void {
    asking = false;
    cancel = setTimer(delayMs, () => {
      const quietMs = now() - heardAt;
      if (quietMs < pingAfterQuietMs) wait(pingAfterQuietMs - quietMs);
      else ask(pongTimeoutMs);
    });
  }

  function ask(timeoutMs: number): void {
    asking = true;
    const askedAt = now();
    cancel = setTimer(timeoutMs, () => {
      if (now() - askedAt > timeoutMs + sleptMs) ask(pongTimeoutMs);
      else options.dead();
    });
    options.ping();
  }

  wait(pingAfterQuietMs);
  return {
    heard() {
      heardAt = now();
      if (!asking) return;
      cancel();
      wait(pingAfterQuietMs);
    },
    probe() {
      cancel();
      ask(urgentPongTimeoutMs);
    },
    stop: () => cancel(),
  };
}
