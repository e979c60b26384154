// A place in a script where the scripted side stops until the test lets it go on. It replaces every sleep: the test
// awaits `reached`, looks at the world, and releases.
import { deferred } from './deferred.ts';

export type Gate = {
  /** Resolves when something stands at the gate for the first time. */
  reached: Promise<void>;
  /** Lets through what waits and everything that comes later. A second call does nothing. */
  release(): void;
  /** Resolves when the gate is open; rejects with the signal's reason when that aborts first. */
  pass(signal?: AbortSignal): Promise<void>;
};

export function createGate(): Gate {
  const reached = deferred();
  const opened = deferred();
  return {
    reached: reached.promise,
    release: () => opened.resolve(),
    pass(signal) {
      reached.resolve();
      return signal ? orAbort(opened.promise, signal) : opened.promise;
    },
  };
}

/** The promise's outcome, or a rejection with the signal's reason when that comes first. */
export function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
