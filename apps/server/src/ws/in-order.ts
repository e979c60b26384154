// Runs what concerns one session one after the other, in the order in which it was asked for, and different sessions
// side by side: two messages of one client cannot overtake each other, and a slow session holds up no other.

export type InOrder = {
  /** `task` must not reject. */
  run(key: string, task: () => Promise<void>): void;
  /** How many tasks have not ended. */
  pending(): number;
};

export function createInOrder(): InOrder {
  const tails = new Map<string, Promise<void>>();
  let pending = 0;
  return {
    run(key, task) {
      pending += 1;
      const before = tails.get(key);
      const done = (before ? before.then(task) : task()).finally(() => {
        pending -= 1;
        if (tails.get(key) === done) tails.delete(key);
      });
      tails.set(key, done);
    },
    pending: () => pending,
  };
}
