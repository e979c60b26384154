// Which message is being changed: one at a time on the whole page, begun from the message itself or from the composer.
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let edited: string | null = null;
let cameFrom: HTMLElement | null = null;

function set(messageId: string | null) {
  edited = messageId;
  for (const listener of [...listeners]) listener();
}

export function beginEdit(messageId: string) {
  cameFrom = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  set(messageId);
}

/** The focus goes back to where the change was begun, if that is still there. */
export function endEdit() {
  if (cameFrom?.isConnected) cameFrom.focus();
  cameFrom = null;
  set(null);
}

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useEditedMessage(): string | null {
  return useSyncExternalStore(listen, () => edited);
}

/** True while this message is the one. */
export function useIsEdited(messageId: string): boolean {
  return useSyncExternalStore(listen, () => edited === messageId);
}
