// Keeps what one reads in place while things above it change their height, for browsers that do not do it themselves
// (Safari): after each movement it is noted which item is the first in sight, and where.
import { firstItemInSight } from './reading-place.ts';

export type OwnAnchor = {
  /** After a movement. */
  note(): void;
  /** After a change of height; moves the view by what the noted item moved. */
  hold(): void;
};

const nothing: OwnAnchor = { note: () => {}, hold: () => {} };

export function createOwnAnchor(box: HTMLElement): OwnAnchor {
  if (CSS.supports?.('overflow-anchor', 'auto')) return nothing;
  // Where a browser anchors after all, both at once would move twice.
  box.style.setProperty('overflow-anchor', 'none');
  let noted: { item: HTMLElement; top: number } | null = null;
  const note = () => {
    const item = firstItemInSight(box);
    noted = item ? { item, top: item.getBoundingClientRect().top } : null;
  };
  return {
    note,
    hold() {
      if (!noted?.item.isConnected) return note();
      const moved = noted.item.getBoundingClientRect().top - noted.top;
      if (Math.abs(moved) < 1) return;
      box.scrollTop += moved;
      note();
    },
  };
}
