// Colours for code, in its own chunk. Gives elements, never HTML; a language that is not known gives null.
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';

const lowlight = createLowlight(common);

type Node =
  | { type: 'text'; value: string }
  | { type: 'element'; properties: { className?: unknown }; children: readonly Node[] }
  | { type: string };

export function highlight(code: string, language: string): ReactNode | null {
  if (!lowlight.registered(language)) return null;
  return toElements(lowlight.highlight(language, code, { prefix: 'hl-' }).children as readonly Node[]);
}

function toElements(nodes: readonly Node[]): ReactNode[] {
  return nodes.map((node, index) => {
    if ('value' in node) return node.value;
    if (!('children' in node)) return null;
    const names = node.properties.className;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced at once
      <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
        {toElements(node.children)}
      </span>
    );
  });
}
