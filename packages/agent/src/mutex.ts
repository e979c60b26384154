/** Runs one function at a time, in the order of the calls; a failure is its caller's alone. */
export type Mutex = {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** True while something runs or waits to run. */
  readonly busy: boolean;
};

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    run(work) {
      pending += 1;
      const result = tail.then(work).finally(() => {
        pending -= 1;
      });
      tail = result.catch(() => undefined);
      return result;
    },
    get busy() {
      return pending > 0;
    },
  };
}
