// Which part of the panel at the right is open. It stays open from chat to chat and, where it covers nothing, over a reload.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import { useReadOnly } from '../../app/client-context.tsx';
import { readStored, writeStored } from '../../app/stored.ts';

export const panelParts = ['plan', 'inspector', 'files'] as const;
export type PanelPart = (typeof panelParts)[number];
/** The others show files of the owner's. */
const readableParts: readonly PanelPart[] = ['inspector'];

type SidePanelValue = {
  /** Null while it is closed. */
  part: PanelPart | null;
  /** Those that can be shown here. */
  parts: readonly PanelPart[];
  show: (part: PanelPart) => void;
  /** The part that was shown last, or the first. */
  reopen: () => void;
  close: () => void;
  /** The turn that the inspector shows; null for the newest. */
  turnId: string | null;
  inspect: (turnId: string) => void;
};

/** From here on the list, a chat and the panel stand side by side. */
export const besideChat = '(min-width: 72rem)';

const openKey = 'slipstream.side-panel';
const SidePanelContext = createContext<SidePanelValue | null>(null);

export function SidePanelProvider({ children }: { children: ReactNode }) {
  const [part, setPart] = useState<PanelPart | null>(readPart);
  const last = useRef(part ?? panelParts[0]);
  const show = useCallback((next: PanelPart) => {
    last.current = next;
    setPart(next);
    writeStored(openKey, next);
  }, []);
  const reopen = useCallback(() => show(last.current), [show]);
  const [turnId, setTurnId] = useState<string | null>(null);
  const inspect = useCallback(
    (next: string) => {
      setTurnId(next);
      show('inspector');
    },
    [show],
  );
  const close = useCallback(() => {
    setPart(null);
    writeStored(openKey, null);
  }, []);
  const readOnly = useReadOnly();
  const parts = readOnly ? readableParts : panelParts;
  const shown = part !== null && !parts.includes(part) ? (parts[0] ?? null) : part;
  const value = useMemo(
    () => ({ part: shown, parts, show, reopen, close, turnId, inspect }),
    [shown, parts, show, reopen, close, turnId, inspect],
  );
  return <SidePanelContext value={value}>{children}</SidePanelContext>;
}

export function useSidePanel(): SidePanelValue {
  const value = useContext(SidePanelContext);
  if (!value) throw new Error('There is no SidePanelProvider above this component.');
  return value;
}

/** Shows a turn in the inspector; null where the page has no panel. */
export function useInspect(): ((turnId: string) => void) | null {
  return useContext(SidePanelContext)?.inspect ?? null;
}

function readPart(): PanelPart | null {
  if (!matchMedia(besideChat).matches) return null;
  const stored = readStored(openKey);
  return panelParts.find((part) => part === stored) ?? null;
}
