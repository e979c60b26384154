/** Runs one function at a time, in the order of the calls; a failure is its caller's alone. */
export type Mutex = <T>(run: () => Promise<T>) => Promise<T>;

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = tail.then(run, run);
    tail = result.catch(() => undefined);
    return result;
  };
}
