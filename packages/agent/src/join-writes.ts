// Lets the writes of a turn from which nothing follows wait for those that come right after, so that they share a commit:
// what a tool gave, the next step's start and, from a model that is quick, its whole answer and the next call.
import type { Clock } from './clock.ts';

export type JoinedWrites = {
  /** Begins `write` after all earlier ones, a few milliseconds later or with the next `flush`; settles as it does. */
  add(write: () => Promise<void>): Promise<void>;
  /** Begins at once what waits, in one go. */
  flush(): void;
};

/** So short that nobody sees it: what is stored first is told later by as much. */
const waitMs = 5;

export function createJoinedWrites(clock: Clock): JoinedWrites {
  let waiting: (() => void)[] = [];
  let cancelTimer: (() => void) | undefined;
  const flush = () => {
    cancelTimer?.();
    cancelTimer = undefined;
    if (waiting.length === 0) return;
    const writes = waiting;
    waiting = [];
    for (const write of writes) write();
  };
  return {
    add: (write) =>
      new Promise((resolve, reject) => {
        waiting.push(() => write().then(resolve, reject));
        cancelTimer ??= clock.after(waitMs, flush);
      }),
    flush,
  };
}
