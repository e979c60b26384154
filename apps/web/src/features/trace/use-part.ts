// Fetches what a view holds only the beginning of: a step or a call, whole, once it is opened.
import type { TrajectoryEntry, TurnPart } from '@slipstream/protocol';
import { useCallback, useEffect, useState } from 'react';
import { useClient } from '../../app/client-context.tsx';
import { useTurnScope } from './disclosures.tsx';

export type LoadedPart = {
  /** Null until it is there. */
  entries: readonly TrajectoryEntry[] | null;
  state: 'none' | 'loading' | 'loaded' | 'failed';
  retry: () => void;
};

/** Null: nothing is to be fetched. `version`: another one is fetched anew, and until it is there the last one counts. */
export function usePart(part: TurnPart | null, version: string): LoadedPart {
  const client = useClient();
  const scope = useTurnScope();
  const [loaded, setLoaded] = useState<Pick<LoadedPart, 'entries' | 'state'>>({
    entries: null,
    state: 'none',
  });
  const [attempt, setAttempt] = useState(0);
  const { sessionId, turnId } = scope ?? {};
  const { agentId, step, callId } = part ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt or version is a reason to fetch again
  useEffect(() => {
    if (sessionId === undefined || turnId === undefined || step === undefined) return;
    let current = true;
    setLoaded(({ entries }) => ({ entries, state: 'loading' }));
    client
      .wholePart(sessionId, turnId, { step, ...(agentId ? { agentId } : {}), ...(callId ? { callId } : {}) })
      .then(
        (entries) => current && setLoaded({ entries, state: 'loaded' }),
        () => current && setLoaded({ entries: null, state: 'failed' }),
      );
    return () => {
      current = false;
    };
  }, [client, sessionId, turnId, agentId, step, callId, version, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...loaded, retry };
}
