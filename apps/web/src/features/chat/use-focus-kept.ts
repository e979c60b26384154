// What had the focus may go while somebody uses the keyboard: a button whose message is replaced, a row of the queue. The
// focus would be nowhere then, and is handed on. What stands above the page looks after its own.
import { useEffect } from 'react';

export function useFocusKept(onLost: () => void) {
  useEffect(() => {
    let last: Element | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element && target.closest('main') ? target : null;
    };
    const check = () => {
      if (!last || document.activeElement !== document.body) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      last = null;
      onLost();
    };
    const observer = new MutationObserver(check);
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [onLost]);
}
