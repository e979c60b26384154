import { type ReactNode, useEffect, useState } from 'react';

/** Long blocks stay plain: colouring them would hold up the page. */
const longest = 40_000;

/** The code with its colours, or null until they are there (and where there are none for this language). */
export function useHighlight(code: string, language: string, wanted: boolean): ReactNode | null {
  const [coloured, setColoured] = useState<{ code: string; nodes: ReactNode } | null>(null);
  useEffect(() => {
    if (!wanted || language === '' || code.length > longest) return;
    let gone = false;
    import('./highlight.tsx')
      .then(({ highlight }) => {
        if (!gone) setColoured({ code, nodes: highlight(code, language) });
      })
      .catch(() => {});
    return () => {
      gone = true;
    };
  }, [code, language, wanted]);
  return coloured?.code === code ? coloured.nodes : null;
}
