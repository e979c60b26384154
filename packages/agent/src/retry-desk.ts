// The waits before further attempts of one running turn, and the way to end them early: a person who knows that the
// provider answers again need not sit through the rest.
import { type Clock, sleep } from './clock.ts';

export type RetryWaits = {
  /** Resolves after `delayMs` with false, or with true as soon as it is cut short; rejects like `sleep` when aborted. */
  wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<boolean>;
};

export type RetryDesk = RetryWaits & {
  /** Ends all waits of this moment, the sub-agents' too. False when there is none. */
  tryNow(): boolean;
};

export function createRetryDesk(): RetryDesk {
  const waits = new Set<AbortController>();
  return {
    async wait(clock, delayMs, signal) {
      const early = new AbortController();
      waits.add(early);
      try {
        await sleep(clock, delayMs, AbortSignal.any([signal, early.signal]));
        return false;
      } catch (thrown) {
        if (signal.aborted || !early.signal.aborted) throw thrown;
        return true;
      } finally {
        waits.delete(early);
      }
    },
    tryNow() {
      const some = waits.size > 0;
      for (const wait of [...waits]) wait.abort();
      // The same wish again finds nothing to end, even before the waits have noticed.
      waits.clear();
      return some;
    },
  };
}
