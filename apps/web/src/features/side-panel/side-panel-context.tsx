// Which part of the panel at the right is open. It stays open from chat to chat and, where it covers nothing, over a reload.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { readStored, writeStored } from '../../app/stored.ts';

export const panelParts = ['plan'] as const;
export type PanelPart = (typeof panelParts)[number];

type SidePanelValue = {
  /** Null while it is closed. */
  part: PanelPart | null;
  show: (part: PanelPart) => void;
  close: () => void;
};

/** From here on the list, a chat and the panel stand side by side. */
export const besideChat = '(min-width: 72rem)';

const openKey = 'slipstream.side-panel';
const SidePanelContext = createContext<SidePanelValue | null>(null);

export function SidePanelProvider({ children }: { children: ReactNode }) {
  const [part, setPart] = useState<PanelPart | null>(readPart);
  const show = useCallback((next: PanelPart) => {
    setPart(next);
    writeStored(openKey, next);
  }, []);
  const close = useCallback(() => {
    setPart(null);
    writeStored(openKey, null);
  }, []);
  const value = useMemo(() => ({ part, show, close }), [part, show, close]);
  return <SidePanelContext value={value}>{children}</SidePanelContext>;
}

export function useSidePanel(): SidePanelValue {
  const value = useContext(SidePanelContext);
  if (!value) throw new Error('There is no SidePanelProvider above this component.');
  return value;
}

function readPart(): PanelPart | null {
  if (!matchMedia(besideChat).matches) return null;
  const stored = readStored(openKey);
  return panelParts.find((part) => part === stored) ?? null;
}
