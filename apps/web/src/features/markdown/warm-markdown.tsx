// The first of everything takes longer than a frame may: a browser compiles what it runs first, and looks for a font when
// the first words in it are set. So a little of all that answers are made of is laid out where nobody sees it.

import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { highlight } from './highlight.tsx';
import { ParsedBlock } from './parsed-block.tsx';

/** In both scripts, and in each weight and width that answers have. */
const blocks = [
  '# a\n\n## 字 b\n\n### c',
  'a 字 **b 字** *c 字* ***d*** ~~e~~ `f 字` [g](https://example.org) → ✓ ✅',
  '- a\n  - **b**\n\n1. c\n2. d\n\n- [x] e',
  '| a | 字 |\n|---|---:|\n| *b* | `c` |',
  '> a 字\n\n---',
  '```ts\nconst a = 1; // 字\n```',
];

/** To be run one after the other, while nothing else is to be done. Each leaves nothing behind. */
export const warmingPieces: readonly (() => void)[] = [
  ...blocks.map((text) => () => layOut(text)),
  () => void highlight('const a: string = `b`; // c', 'ts'),
];

function layOut(text: string): void {
  const place = document.createElement('div');
  place.className = 'out-of-sight prose';
  place.setAttribute('aria-hidden', 'true');
  place.setAttribute('inert', '');
  document.body.append(place);
  const root = createRoot(place);
  for (const live of [true, false]) flushSync(() => root.render(<ParsedBlock text={text} live={live} />));
  // Asking for its height sets its words.
  place.getBoundingClientRect();
  root.unmount();
  place.remove();
}
