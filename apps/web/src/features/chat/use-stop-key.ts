import { useEffect } from 'react';
import { isKey } from '../../app/keys.ts';

/** Esc stops the running turn, unless it was meant for something that is open, or for an input method. */
export function useStopKey(active: boolean, onStop: () => void) {
  useEffect(() => {
    if (!active) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, 'stop') || event.defaultPrevented) return;
      if (event.isComposing || event.keyCode === 229) return;
      if (document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]')) return;
      event.preventDefault();
      onStop();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active, onStop]);
}
