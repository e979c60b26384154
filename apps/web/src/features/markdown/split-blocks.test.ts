import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { growBlocks, noBlocks, splitBlocks } from './split-blocks.ts';
import { document } from './testing/documents.ts';

const fence = '```';

test.each([
  ['paragraphs', 'one\n\ntwo\n\n\nthree', ['one\n\n', 'two\n\n\n', 'three']],
  ['a list with blank lines', '- a\n\n- b\n\n  more b\n\nafter', ['- a\n\n- b\n\n  more b\n\n', 'after']],
  [
    'a fence with blank lines',
    `${fence}js\na\n\nb\n${fence}\n\nafter`,
    [`${fence}js\na\n\nb\n${fence}\n\n`, 'after'],
  ],
  ['a fence that is open', `before\n\n${fence}\na\n\nb`, ['before\n\n', `${fence}\na\n\nb`]],
  [
    'a longer fence around a shorter one',
    '````\n```\n\nx\n```\n\ny\n````\n\nz',
    ['````\n```\n\nx\n```\n\ny\n````\n\n', 'z'],
  ],
  [
    'a closing mark that is indented code',
    `${fence}\n    ${fence}\n\nx\n${fence}\n\ny`,
    [`${fence}\n    ${fence}\n\nx\n${fence}\n\n`, 'y'],
  ],
  [
    'a fence in a list item',
    `- a\n  ${fence}\n  x\n\n  y\n  ${fence}\n\nafter`,
    [`- a\n  ${fence}\n  x\n\n  y\n  ${fence}\n\n`, 'after'],
  ],
  [
    'a fence in a quotation ends with it',
    `> ${fence}\n> x\n\nafter\n\nmore`,
    [`> ${fence}\n> x\n\n`, 'after\n\n', 'more'],
  ],
  ['inline code that begins a line', '```a``` b\n\nc', ['```a``` b\n\n', 'c']],
  ['a rule is no list', 'a\n\n* * *\n\nb', ['a\n\n', '* * *\n\n', 'b']],
  ['a table', '| a |\n|---|\n| 1 |\n\nafter', ['| a |\n|---|\n| 1 |\n\n', 'after']],
  ['windows line ends', 'a\r\n\r\nb', ['a\r\n\r\n', 'b']],
  ['footnotes keep the text whole', 'a[^1]\n\nb\n\n[^1]: c', ['a[^1]\n\nb\n\n[^1]: c']],
  ['nothing', ' \n\n', []],
])('splits %s', (_, text, blocks) => {
  expect(splitBlocks(text)).toEqual(blocks);
});

test('collects the definitions that links elsewhere may use', () => {
  const { definitions } = growBlocks(noBlocks, '[a][r]\n\n[r]: https://a.example\n\n[^1]: no\n');
  expect(definitions).toBe('\n[r]: https://a.example');
});

test('gives the same blocks however the text arrives, and loses nothing', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat(), { maxLength: 20 }), (text, cuts) => {
      const ends = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
      let grown = noBlocks;
      for (const end of [...ends, text.length]) grown = growBlocks(grown, text.slice(0, end));
      expect(grown.blocks).toEqual(splitBlocks(text));
      if (text.trim() !== '') expect(grown.blocks.join('')).toBe(text.replace(/^\s*$/, ''));
    }),
  );
});

test('never changes a block that has another behind it', () => {
  fc.assert(
    fc.property(document, (text) => {
      let before = noBlocks;
      for (let end = 1; end <= text.length; end++) {
        const next = growBlocks(before, text.slice(0, end));
        // The last line may still turn out to go on with the block before it.
        const settled = Math.max(0, before.blocks.length - 2);
        expect(next.blocks.slice(0, settled)).toEqual(before.blocks.slice(0, settled));
        before = next;
      }
    }),
  );
});

test('starts anew where the text is another one', () => {
  const grown = growBlocks(growBlocks(noBlocks, 'one\n\ntwo'), 'three');
  expect(grown.blocks).toEqual(['three']);
});

test('keeps in one piece what a line that left a list in the middle of its fence made unsure', () => {
  const text = '* star\n  ```\nwords\n  ```\n\nwords';
  expect(splitBlocks(text)).toEqual([text]);
});
