// Which items are rendered at once when a conversation is opened: those that fill what is in sight, and a little more.
import { heightOf } from './item-heights.ts';
import type { ReadingPlace } from './reading-place.ts';
import { type Item, textOf } from './to-items.ts';

/** The keys of items around the place; at the end where there is none. `height`: of what is in sight. */
export function firstNear(
  items: readonly Item[],
  place: ReadingPlace | undefined,
  height: number,
): ReadonlySet<string> {
  const index = place?.following ? -1 : items.findIndex(({ key }) => key === place?.key);
  const near = new Set<string>();
  const add = (from: number, step: 1 | -1, room: number) => {
    let filled = 0;
    for (let at = from; filled < room; at += step) {
      const item = items[at];
      if (!item) return;
      near.add(item.key);
      filled += heightOf(item.key, textOf(item));
    }
  };
  if (index < 0) add(items.length - 1, -1, height * 1.25);
  else {
    add(index, 1, height * 1.5);
    add(index - 1, -1, height * 0.25);
  }
  return near;
}
