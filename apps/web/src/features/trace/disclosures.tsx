// Which parts of a session's traces are open. Kept outside the parts themselves, so that what a person opened stays
// open when it moves into the fold, when its turn ends, and when another session was looked at in between.
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

export type Disclosures = {
  get(key: string): boolean | undefined;
  set(key: string, open: boolean): void;
  listen(listener: () => void): () => void;
};

export function createDisclosures(): Disclosures {
  const open = new Map<string, boolean>();
  const listeners = new Set<() => void>();
  return {
    get: (key) => open.get(key),
    set(key, value) {
      open.set(key, value);
      for (const listener of [...listeners]) listener();
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const shared = createDisclosures();
const DisclosuresContext = createContext(shared);

/** For tests, which want a page where nothing was opened yet. */
export const DisclosuresProvider = DisclosuresContext;

type OpenScope = { sessionId: string; turnId: string; live: boolean };

const ScopeContext = createContext<OpenScope | null>(null);

/** The turn that the parts below belong to. */
export const TurnScope = ScopeContext;

export function useTurnScope(): OpenScope | null {
  return useContext(ScopeContext);
}

export function foldKey(turnId: string): string {
  return `${turnId}/fold`;
}

/** `byDefault` holds until a person decides. */
export function useDisclosure(key: string, byDefault = false): [open: boolean, toggle: () => void] {
  const disclosures = useContext(DisclosuresContext);
  const scope = useContext(ScopeContext);
  const open = useSyncExternalStore(disclosures.listen, () => disclosures.get(key) ?? byDefault);
  const toggle = useCallback(() => {
    disclosures.set(key, !open);
    // A part opened in the running step is about to move behind the fold; the fold then stays open for it.
    if (scope?.live && !open) disclosures.set(foldKey(scope.turnId), true);
  }, [disclosures, key, open, scope]);
  return [open, toggle];
}
