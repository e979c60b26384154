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

type Mdast = ReturnType<typeof processor.parse>;
type List = Extract<Mdast['children'][number], { type: 'list' }>;
type Table = Extract<Mdast['children'][number], { type: 'table' }>;
type Root = ReturnType<typeof processor.runSync>;
type Element = Extract<Root['children'][number], { type: 'element' }>;
type ElementContent = Element['children'][number];

export function toElements(text: string, components: Partial<Components>): ReactElement {
  return toReact(toTree(text), components);
}

/** A text that is one list or one table, parsed apart from others of the same one. */
export type Part = {
  root: Mdast;
  whole: List | Table;
  /** Its items stand apart from each other, or what is in one does: then all of the list do. */
  loose: boolean;
};

/**
 * `next` is an item that follows, which is not of the part itself; empty where nothing does. `links` are definitions.
 * Throws where the text is anything else than one list or table.
 */
export function toPart(text: string, kind: 'list' | 'table', next: string, links: string): Part {
  const root = processor.parse(text + next + links);
  const [whole, ...more] = root.children.filter((child) => child.type !== 'definition');
  if (whole?.type !== kind || more.length > 0) throw new Error(`This is not one ${kind}.`);
  if (whole.type !== 'list') return { root, whole, loose: false };
  const children = next === '' ? whole.children : whole.children.slice(0, -1);
  const loose = Boolean(whole.spread) || children.some((item) => item.spread);
  return { root, whole: { ...whole, children }, loose };
}

/** Its items or rows. `loose`: those of another part stand apart. */
export function toItems(part: Part, loose: boolean, components: Partial<Components>): ReactElement {
  const whole = toElement(part, loose);
  const from = whole.tagName === 'table' ? whole.children.filter(isElement)[1] : whole;
  return toReact({ type: 'root', children: (from?.children ?? []).filter(isElement) }, components);
}

/** What stands around the items or rows, and above the rows. */
export function toFrame(part: Part, components: Partial<Components>): (items: ReactNode) => ReactElement {
  const whole = toElement(part, part.loose);
  const empty = toReact({ ...whole, children: [] }, components);
  if (whole.tagName !== 'table') return (items) => cloneElement(empty, {}, items);
  const [head] = whole.children.filter(isElement);
  const shownHead = head && toReact(head, components);
  return (items) => cloneElement(empty, {}, shownHead, jsx('tbody', { children: items }));
}

function toElement({ root, whole }: Part, loose: boolean): Element {
  const shown = whole.type === 'list' && loose ? { ...whole, spread: true } : whole;
  const links = root.children.filter((child) => child.type === 'definition');
  const made = processor.runSync({ ...root, children: [shown, ...links] });
  const [element] = made.children.filter((child) => child.type === 'element');
  if (!element) throw new Error('Nothing came of a list or a table.');
  return element;
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

function isElement(node: ElementContent): node is Element {
  return node.type === 'element';
}
