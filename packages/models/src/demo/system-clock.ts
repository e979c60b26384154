// The real time, for a demo model that nobody gave a clock.
import type { Clock } from '@slipstream/agent';

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
