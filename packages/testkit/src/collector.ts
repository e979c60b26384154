// Gathers what happens (requests, frames, log lines) so that a test can await the n-th of it, or the first that it
// is looking for, whether that has come already or not. No timers: what never comes is the test runner's time limit.
import { deferred } from './deferred.ts';

export type Collector<T> = {
  readonly items: readonly T[];
  add(item: T): void;
  /** The n-th item, counted from 1. */
  waitForCount(n: number): Promise<T>;
  /** The first item that `matches`. */
  waitFor(matches: (item: T) => boolean): Promise<T>;
};

type Waiter<T> = { take(item: T, count: number): boolean; resolve(item: T): void };

export function createCollector<T>(): Collector<T> {
  const items: T[] = [];
  let waiters: Waiter<T>[] = [];

  function wait(take: Waiter<T>['take']): Promise<T> {
    for (const [index, item] of items.entries()) {
      if (take(item, index + 1)) return Promise.resolve(item);
    }
    const { promise, resolve } = deferred<T>();
    waiters.push({ take, resolve });
    return promise;
  }

  return {
    items,
    add(item) {
      items.push(item);
      waiters = waiters.filter((waiter) => {
        const taken = waiter.take(item, items.length);
        if (taken) waiter.resolve(item);
        return !taken;
      });
    },
    waitForCount: (n) => wait((_, count) => count === n),
    waitFor: (matches) => wait((item) => matches(item)),
  };
}
