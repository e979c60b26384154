import { type RefObject, useLayoutEffect } from 'react';

/**
 * When the element goes while the focus is in it, the focus must not be lost. A button that was pressed and then disabled
 * has lost it already, to nobody; that counts as well.
 */
export function useFocusHandedOn(ref: RefObject<HTMLElement | null>, onFocusLost: () => void) {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    let within = element.contains(document.activeElement);
    const onFocus = (event: FocusEvent) => {
      within = event.target instanceof Node && element.contains(event.target);
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      const focus = document.activeElement;
      if (element.contains(focus) || (within && (focus === null || focus === document.body))) onFocusLost();
    };
  }, [ref, onFocusLost]);
}
