// The real time, ids and randomness, for the composition; everything else is handed them.
import type { Clock, Ids } from '@slipstream/agent';
import { uuidv7 } from 'uuidv7';

export const systemClock: Clock = {
  now: Date.now,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Sorted by the time they were made, also within one millisecond. */
export const systemIds: Ids = { next: uuidv7 };
