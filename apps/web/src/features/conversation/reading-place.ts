// Where a person was in each conversation: at its end, or with which item at which height. By item, since what lies
// above may take another room when they come back.

export type ReadingPlace = { following: boolean; key: string | null; offset: number };

/** More than anybody goes back to while a page stays open. */
const kept = 500;

/** In the order in which they were left. */
const places = new Map<string, ReadingPlace>();

export function placeIn(sessionId: string): ReadingPlace | undefined {
  return places.get(sessionId);
}

export function keepPlace(sessionId: string, box: HTMLElement, following: boolean): void {
  const top = box.getBoundingClientRect().top;
  const item = firstItemInSight(box);
  const offset = item ? item.getBoundingClientRect().top - top : 0;
  places.delete(sessionId);
  places.set(sessionId, { following, key: item?.dataset['item'] ?? null, offset });
  const oldest = places.keys().next().value;
  if (places.size > kept && oldest !== undefined) places.delete(oldest);
}

/** Shows the place again; the end, where there is none or its item is gone. */
export function showPlace(box: HTMLElement, place: ReadingPlace | undefined): void {
  const key = place && !place.following ? place.key : null;
  const item = key === null ? undefined : itemsOf(box).find((each) => each.dataset['item'] === key);
  if (!place || !item) box.scrollTop = box.scrollHeight;
  else box.scrollTop += item.getBoundingClientRect().top - box.getBoundingClientRect().top - place.offset;
}

export function firstItemInSight(box: HTMLElement): HTMLElement | undefined {
  return firstInSight(itemsOf(box), box.getBoundingClientRect().top);
}

function itemsOf(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-item]')];
}

/** The first one that ends below `top`; they stand in order. */
function firstInSight(items: readonly HTMLElement[], top: number): HTMLElement | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const bottom = items[middle]?.getBoundingClientRect().bottom ?? 0;
    if (bottom > top) high = middle;
    else low = middle + 1;
  }
  return items[low];
}
