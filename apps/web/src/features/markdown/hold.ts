// For the moment after the page has opened: conversations wait for the parser of Markdown, so that nobody sees text turn
// into headings and tables and move everything below. A wait that lasts, or is in vain, ends with plain text.
import { useSyncExternalStore } from 'react';

const patienceMs = 2000;

let held = false;
const listeners = new Set<() => void>();

/** To be called once, before anything is shown. */
export function holdUntil(loaded: Promise<unknown>): void {
  const release = () => {
    clearTimeout(timer);
    if (!held) return;
    held = false;
    for (const listener of [...listeners]) listener();
  };
  held = true;
  const timer = setTimeout(release, patienceMs);
  void loaded.then(release, release);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while what is Markdown should not be shown yet; once false it stays so. */
export function useHold(): boolean {
  return useSyncExternalStore(listen, () => held);
}
