import { useRef } from 'react';

/** How many things have come at the end since the reader left it. */
export function useMissed(items: readonly { key: string }[], following: boolean): number {
  const lastSeen = useRef<string | undefined>(undefined);
  if (following || lastSeen.current === undefined) {
    lastSeen.current = items.at(-1)?.key;
    return 0;
  }
  const index = items.findLastIndex(({ key }) => key === lastSeen.current);
  // A branch that is not the one that was left says nothing about it.
  return index < 0 ? 0 : items.length - 1 - index;
}
