// Which items of a long conversation are near enough to what is in sight to be rendered. Two distances, so that a
// small movement back and forth renders nothing anew; what comes near is let in one by one, the nearest to the middle
// first, so that no frame pays for many. What a person holds (focus, a selection, a field) is not let go of.

/** In heights of the box: what comes near within the first, and is let go of outside the second. */
export type Distances = { enterWithin: string; leaveBeyond: string };

export const itemDistances: Distances = { enterWithin: '100%', leaveBeyond: '250%' };
/** Chunks are there before their items come near. */
export const chunkDistances: Distances = { enterWithin: '250%', leaveBeyond: '400%' };

export type Nearness = {
  /** Tells an item when it comes near and when it is far again; gives what ends that. */
  watch(element: HTMLElement, item: WatchedItem): () => void;
  /** To be called when an item that was let in is on the page. */
  settled(element: HTMLElement): void;
  close(): void;
};

export type WatchedItem = { enter: () => void; leave: (height: number) => void };

type Observers = { enterer: IntersectionObserver; leaver: IntersectionObserver };

/** `boxOf` gives the box that scrolls; it is there when the first item is watched. */
export function createNearness(
  boxOf: () => HTMLElement | null,
  { enterWithin, leaveBeyond }: Distances,
): Nearness {
  const items = new Map<Element, WatchedItem>();
  const inside = new WeakSet<Element>();
  const waiting = new Set<Element>();
  let observers: Observers | null = null;
  let entering: Element | null = null;

  const next = () => {
    if (entering) return;
    entering = nearestTo(boxOf(), waiting);
    if (!entering) return;
    waiting.delete(entering);
    items.get(entering)?.enter();
  };

  const release = (element: Element) => {
    if (entering !== element) return;
    entering = null;
    requestAnimationFrame(next);
  };

  const observe = (): Observers => ({
    enterer: new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) waiting.delete(target);
          else if (!inside.has(target)) waiting.add(target);
        }
        next();
      },
      { root: boxOf(), rootMargin: `${enterWithin} 0px` },
    ),
    leaver: new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          if (isIntersecting || !inside.has(target) || isHeld(target)) continue;
          inside.delete(target);
          items.get(target)?.leave(boundingClientRect.height);
        }
      },
      { root: boxOf(), rootMargin: `${leaveBeyond} 0px` },
    ),
  });

  return {
    watch(element, item) {
      observers ??= observe();
      const { enterer, leaver } = observers;
      items.set(element, item);
      enterer.observe(element);
      leaver.observe(element);
      return () => {
        enterer.unobserve(element);
        leaver.unobserve(element);
        items.delete(element);
        waiting.delete(element);
        release(element);
      };
    },
    settled(element) {
      inside.add(element);
      waiting.delete(element);
      release(element);
    },
    close() {
      observers?.enterer.disconnect();
      observers?.leaver.disconnect();
      observers = null;
    },
  };
}

function nearestTo(box: HTMLElement | null, elements: ReadonlySet<Element>): Element | null {
  if (!box || elements.size < 2) return elements.values().next().value ?? null;
  const { top, height } = box.getBoundingClientRect();
  const middle = top + height / 2;
  let nearest: { element: Element; distance: number } | null = null;
  for (const element of elements) {
    const rect = element.getBoundingClientRect();
    const distance = Math.max(rect.top - middle, middle - rect.bottom, 0);
    if (!nearest || distance < nearest.distance) nearest = { element, distance };
  }
  return nearest?.element ?? null;
}

/** Something in it would be lost: the focus, words being written, a part of the selection. */
function isHeld(element: Element): boolean {
  if (element.contains(document.activeElement) || element.querySelector('textarea')) return true;
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
