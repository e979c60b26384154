// Lets any number of works run side by side, and a removal only while none does. What comes during a removal waits for it.

export type RemovalGate = {
  work<Result>(run: () => Promise<Result>): Promise<Result>;
  /** One after the other. */
  remove(run: () => Promise<void>): Promise<void>;
};

export function createRemovalGate(): RemovalGate {
  const working = new Set<Promise<unknown>>();
  let removals: Promise<void> = Promise.resolve();

  return {
    async work(run) {
      for (let seen: unknown; seen !== removals; ) {
        seen = removals;
        await removals;
      }
      const result = run();
      working.add(result);
      try {
        return await result;
      } finally {
        working.delete(result);
      }
    },
    remove(run) {
      const own = removals.then(async () => {
        await Promise.allSettled(working);
        await run();
      });
      removals = own.catch(() => undefined);
      return own;
    },
  };
}
