// An IntersectionObserver that sees what a test says. The page of the tests has no layout, so nothing is ever in sight.
import { vi } from 'vitest';

type Watcher = { observer: IntersectionObserver; tell: IntersectionObserverCallback; targets: Set<Element> };

export type FakeObservers = {
  /** How many have been made. */
  made(): number;
  /** Tells everyone who observes `target`. */
  show(target: Element, isIntersecting: boolean): void;
  restore(): void;
};

export function fakeIntersections(): FakeObservers {
  const watchers: Watcher[] = [];
  class FakeObserver {
    readonly own: Watcher;
    constructor(tell: IntersectionObserverCallback) {
      this.own = { observer: this as unknown as IntersectionObserver, tell, targets: new Set() };
      watchers.push(this.own);
    }
    observe(target: Element) {
      this.own.targets.add(target);
    }
    unobserve(target: Element) {
      this.own.targets.delete(target);
    }
    disconnect() {
      this.own.targets.clear();
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  return {
    made: () => watchers.length,
    show(target, isIntersecting) {
      const entry = { target, isIntersecting, boundingClientRect: { height: 120 } };
      for (const { observer, tell, targets } of [...watchers])
        if (targets.has(target)) tell([entry as IntersectionObserverEntry], observer);
    },
    restore: () => vi.unstubAllGlobals(),
  };
}
