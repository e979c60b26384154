import { useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds now, and whenever that changes. `query` must stay the same. */
export function useMedia(query: string): boolean {
  // Read with every render, and there is one for each frame of a stream: making a list costs more than reading it.
  const { listen, matches } = useMemo(() => {
    const list = matchMedia(query);
    return {
      listen: (changed: () => void) => {
        list.addEventListener('change', changed);
        return () => list.removeEventListener('change', changed);
      },
      matches: () => list.matches,
    };
  }, [query]);
  return useSyncExternalStore(listen, matches);
}
