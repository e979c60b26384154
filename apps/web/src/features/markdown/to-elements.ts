// Markdown to React elements, by one processor that is made once: making it anew for every paint of a growing block
// costs as much as half its parsing. Raw HTML comes out as text; addresses as they were written.
import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ReactElement } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

export const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  // A price is not maths: one dollar opens none.
  .use(remarkMath, { singleDollarTextMath: false })
  .use(remarkRehype, {
    handlers: { html: (_state: unknown, node: { value: string }) => ({ type: 'text', value: node.value }) },
  })
  .freeze();

export type { Components };

export function toElements(text: string, components: Partial<Components>): ReactElement {
  return toJsxRuntime(processor.runSync(processor.parse(text)), {
    Fragment,
    jsx,
    jsxs,
    components,
    ignoreInvalidStyle: true,
    passKeys: true,
    passNode: true,
  });
}
