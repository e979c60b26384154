// The Clock of tests: time stands still until the test moves it. Firing is synchronous and in order of due time, so
// a test never flushes microtasks; it awaits `waitForTimers` to know that the code under test has begun to wait.
import type { Clock } from '@slipstream/agent';
import { deferred } from './deferred.ts';

export type FakeClock = Clock & {
  /** Moves the time on and calls what becomes due, also timers that those calls set within the time moved. */
  advance(ms: number): void;
  /** Moves the time on to the next timer and calls it; gives how far that was, or undefined without a timer. */
  advanceToNext(): number | undefined;
  /** How long each waiting timer still has, soonest first. */
  pending(): number[];
  /** Resolves when at least `count` timers wait. */
  waitForTimers(count: number): Promise<void>;
};

type Timer = { due: number; run(): void };

/** Starts at the given time, by default 2026-01-01T00:00:00.000Z. */
export function createFakeClock(startAt: number | string = '2026-01-01T00:00:00.000Z'): FakeClock {
  let time = typeof startAt === 'string' ? Date.parse(startAt) : startAt;
  let timers: Timer[] = [];
  let waiters: { count: number; resolve(): void }[] = [];

  function fireUntil(end: number): void {
    for (let next = timers[0]; next && next.due <= end; next = timers[0]) {
      timers.shift();
      time = Math.max(time, next.due);
      next.run();
    }
  }

  return {
    now: () => time,
    after(delayMs, run) {
      const timer = { due: time + Math.max(0, delayMs), run };
      const later = timers.findIndex((other) => other.due > timer.due);
      timers = timers.toSpliced(later < 0 ? timers.length : later, 0, timer);
      waiters = waiters.filter((waiter) => {
        const enough = timers.length >= waiter.count;
        if (enough) waiter.resolve();
        return !enough;
      });
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const end = time + ms;
      fireUntil(end);
      time = Math.max(time, end);
    },
    advanceToNext() {
      const next = timers[0];
      if (!next) return undefined;
      const ms = next.due - time;
      timers.shift();
      time = next.due;
      next.run();
      return ms;
    },
    pending: () => timers.map((timer) => timer.due - time),
    waitForTimers(count) {
      if (timers.length >= count) return Promise.resolve();
      const { promise, resolve } = deferred();
      waiters.push({ count, resolve });
      return promise;
    },
  };
}
