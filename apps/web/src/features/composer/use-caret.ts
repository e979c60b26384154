import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

type Caret = [at: number, note: () => void, move: (to: number) => void];

/** Where the caret of a field is. `move` puts it there once the text that goes with it is shown. */
export function useCaret(field: RefObject<HTMLTextAreaElement | null>): Caret {
  const [at, setAt] = useState(0);
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    field.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  const note = useCallback(() => setAt(field.current?.selectionStart ?? 0), [field]);
  const move = useCallback((to: number) => {
    wanted.current = to;
    setAt(to);
  }, []);
  return [at, note, move];
}
