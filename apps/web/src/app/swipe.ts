// Whether a finger's way is a swipe that opens or closes the drawer at the left. Pure; who listens is use-swipe.ts.

export type Point = { x: number; y: number; at: number };
export type Swipe = 'opens' | 'closes';

/** From the edge of the page, as wide as a thumb finds it. */
const edgePx = 32;
const farPx = 48;
/** Before this the direction is not known. */
const nearPx = 10;
/** Whoever rests before moving is about to select text, or to drag. */
const restMs = 300;

/** `'open'`: not yet known. `null`: something else, for good. */
export function judgeSwipe(start: Point, now: Point, drawerIsOpen: boolean): Swipe | 'open' | null {
  if (!drawerIsOpen && start.x > edgePx) return null;
  const along = drawerIsOpen ? start.x - now.x : now.x - start.x;
  const across = Math.abs(now.y - start.y);
  if (Math.max(Math.abs(along), across) < nearPx) return now.at - start.at > restMs ? null : 'open';
  if (along < across * 1.5) return null;
  return along >= farPx ? (drawerIsOpen ? 'closes' : 'opens') : 'open';
}
