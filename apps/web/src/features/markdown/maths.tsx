// A formula set by KaTeX, with its fonts in a chunk of its own. It makes elements, never HTML, and neither links nor
// loads anything: what it does not understand, or what asks for such things, stands as it was written.
import katex from 'katex';
import { useLayoutEffect, useRef, useState } from 'react';
import 'katex/dist/katex.min.css';
import type { MathsProps } from './maths-source.tsx';
import { MathsSource } from './maths-source.tsx';

export function Maths({ tex, display }: MathsProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (!place.current) return;
    try {
      katex.render(tex, place.current, {
        displayMode: display,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        maxExpand: 500,
        maxSize: 30,
      });
    } catch {
      setRefused(tex);
    }
  }, [tex, display]);
  if (refused === tex) return <MathsSource tex={tex} display={display} />;
  return <span ref={place} className={display ? 'maths-display' : 'maths'} data-maths />;
}
