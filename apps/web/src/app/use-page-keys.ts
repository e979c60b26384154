// The keys that count wherever one is. Keys without a modifier are left to text fields, all of them to whatever is
// open above the page and to input methods.
import { useEffect, useRef } from 'react';
import { isKey, type KeyName } from './keys.ts';

type PageKeys = Partial<Record<KeyName, () => void>>;

const open = '[role="dialog"],[role="alertdialog"],[role="menu"]';

export function usePageKeys(keys: PageKeys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
      if (document.querySelector(open)) return;
      const writes =
        event.target instanceof Element && event.target.closest('input,textarea,select,[contenteditable]');
      if (writes && !event.ctrlKey && !event.metaKey) return;
      const found = Object.entries(latest.current).find(([name]) => isKey(event, name as KeyName));
      if (!found) return;
      event.preventDefault();
      found[1]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
