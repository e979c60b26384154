// The smallest building block of a test that waits for something: no timers, no polling.

/** A promise with its two ends in the test's hands. */
export type Deferred<T> = {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(reason: unknown): void;
};

export function deferred<T = void>(): Deferred<T> {
  return Promise.withResolvers<T>();
}
