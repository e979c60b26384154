// What a turn changed in files, for the parts of its trace: asked for when the trace is open, and only where a tool
// that can be undone was used. A running turn has none yet: it is undone when it is over.
import type { FileChange, TurnView } from '@slipstream/protocol';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useClient, useSessionValue } from '../../app/client-context.tsx';

export type TurnChanges = {
  sessionId: string;
  turnId: string;
  changes: readonly FileChange[];
  /** A turn of the session runs: nothing can be undone now. */
  busy: boolean;
};

const ChangesContext = createContext<TurnChanges | null>(null);

const undoable = new Set(['write_file', 'edit_file']);
const none: readonly FileChange[] = [];

function changesFiles(view: TurnView): boolean {
  return [view, ...view.agents].some(({ steps }) =>
    steps.some((step) => step.calls.some((call) => undoable.has(call.name))),
  );
}

type ProviderProps = { sessionId: string; view: TurnView; live: boolean; children: ReactNode };

export function ChangesProvider({ sessionId, view, live, children }: ProviderProps) {
  const client = useClient();
  const { turnId } = view;
  const wanted = !live && changesFiles(view);
  useEffect(() => {
    // Without it there is no button; the record itself is all there.
    if (wanted) client.loadChanges(sessionId, turnId).catch(() => undefined);
  }, [client, sessionId, turnId, wanted]);
  const changes = useSessionValue(sessionId, (state) => state.changes[turnId] ?? none);
  const busy = useSessionValue(sessionId, (state) => state.turn !== null);
  const value = useMemo(
    () => (wanted && changes.length > 0 ? { sessionId, turnId, changes, busy } : null),
    [wanted, sessionId, turnId, changes, busy],
  );
  return <ChangesContext value={value}>{children}</ChangesContext>;
}

export function useTurnChanges(): TurnChanges | null {
  return useContext(ChangesContext);
}
