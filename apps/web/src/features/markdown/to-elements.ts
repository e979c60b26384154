// Markdown to React elements, by one processor that is made once: making it anew for every paint of a growing block
// costs as much as half its parsing. Raw HTML comes out as text; addresses as they were written.

import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { joinLines } from './join-lines.ts';

export const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  // A price is not maths: one dollar opens none.
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkRehype, {
    handlers: {
      html: (_state: unknown, node: { value: string }) => ({ type: 'text', value: node.value }),
      text: (_state: unknown, node: { value: string }) => ({ type: 'text', value: joinLines(node.value) }),
    },
  })
  .freeze();

export type { Components };

type Root = ReturnType<typeof processor.runSync>;
type Element = Extract<Root['children'][number], { type: 'element' }>;
type ElementContent = Element['children'][number];

export function toElements(text: string, components: Partial<Components>): ReactElement {
  return toReact(toTree(text), components);
}

/**
 * Of a text that is one list or one table: its items or rows, and what stands around them. Throws where it is anything else.
 */
export function toParts(
  text: string,
  kind: 'list' | 'table',
  components: Partial<Components>,
): { items: ReactElement; around: (items: ReactNode) => ReactElement } {
  const whole = onlyChild(toTree(text).children);
  const itemsOf = (children: readonly ElementContent[]) =>
    toReact({ type: 'root', children: children.filter(isElement) }, components);
  if (kind === 'list') {
    if (!/^[ou]l$/.test(whole.tagName)) throw new Error('This is no list.');
    const empty = toReact({ ...whole, children: [] }, components);
    return { items: itemsOf(whole.children), around: (items) => cloneElement(empty, {}, items) };
  }
  const [head, body] = whole.children.filter(isElement);
  if (whole.tagName !== 'table' || !head) throw new Error('This is no table.');
  const empty = toReact({ ...whole, children: [] }, components);
  const shownHead = toReact(head, components);
  return {
    items: itemsOf(body?.children ?? []),
    around: (items) => cloneElement(empty, {}, shownHead, jsx('tbody', { children: items })),
  };
}

function toTree(text: string): Root {
  return processor.runSync(processor.parse(text));
}

function toReact(node: Root | Element, components: Partial<Components>): ReactElement {
  return toJsxRuntime(node, {
    Fragment,
    jsx,
    jsxs,
    components,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });
}

function onlyChild(children: Root['children']): Element {
  const [only, ...more] = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  if (only?.type !== 'element' || more.length > 0) throw new Error('This is more than one element.');
  return only;
}

function isElement(node: ElementContent): node is Element {
  return node.type === 'element';
}
