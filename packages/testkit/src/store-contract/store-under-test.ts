// How the contract suites get their stores: a fresh one for each test, and the same data opened again as after a
// restart. Everything is closed and removed after the test, also after one that failed.
import type { Store } from '@slipstream/agent';
import { afterEach, beforeEach } from 'vitest';

/** One empty place for data. `open` is called with the store before it closed, and finds what that one stored. */
export type StorePlace = {
  open(): Promise<Store>;
  /** Called with every store closed. */
  remove(): Promise<void>;
};

export type OpenPlace = () => Promise<StorePlace>;

/** `store` is the current test's; `restart` closes it and opens its data again. */
export type StoreUnderTest = {
  readonly store: Store;
  restart(): Promise<void>;
};

/** To be called inside a `describe`. */
export function useStore(openPlace: OpenPlace): StoreUnderTest {
  let place: StorePlace | undefined;
  let store: Store | undefined;
  beforeEach(async () => {
    place = await openPlace();
    store = await place.open();
  });
  afterEach(async () => {
    await store?.close();
    await place?.remove();
    store = undefined;
    place = undefined;
  });
  const current = () => {
    if (!store || !place) throw new Error('there is a store only within a test');
    return { store, place };
  };
  return {
    get store() {
      return current().store;
    },
    async restart() {
      const before = current();
      await before.store.close();
      store = await before.place.open();
    },
  };
}
