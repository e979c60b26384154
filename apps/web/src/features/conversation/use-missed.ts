import { useRef } from 'react';

/** How many things have come at the end since the reader left it. */
export function useMissed(keys: readonly string[], following: boolean): number {
  const lastSeen = useRef<string | undefined>(undefined);
  if (following || lastSeen.current === undefined) {
    lastSeen.current = keys.at(-1);
    return 0;
  }
  const index = keys.lastIndexOf(lastSeen.current);
  // A branch that is not the one that was left says nothing about it.
  return index < 0 ? 0 : keys.length - 1 - index;
}
