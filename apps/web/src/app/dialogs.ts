// Which of the page's own dialogs is open. They are asked for from menus, commands and the palette alike; who shows them
// is `features/dialogs`.
import { useSyncExternalStore } from 'react';

export const dialogNames = [
  'files',
  'heartbeat',
  'permissions',
  'tools',
  'keys',
  'connect',
  'palette',
] as const;
export type DialogName = (typeof dialogNames)[number];

const listeners = new Set<() => void>();
let open: DialogName | null = null;

export function openDialog(name: DialogName | null) {
  open = name;
  for (const listener of [...listeners]) listener();
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOpenDialog(): DialogName | null {
  return useSyncExternalStore(listen, () => open);
}
