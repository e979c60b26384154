import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTangled } from './is-tangled.ts';
import { document } from './testing/documents.ts';

const rungs = (count: number) => Array.from({ length: count }, (_, index) => '  '.repeat(index));

test.each([
  ['quotations', `${'> '.repeat(3000)}x`],
  ['lists', `${'- '.repeat(2000)}y`],
  ['lists of numbers', `${'1. '.repeat(100)}y`],
  ['quotations and lists by turns', `${'> - '.repeat(30)}y`],
  [
    'lists line by line',
    rungs(80)
      .map((rung) => `${rung}- a`)
      .join('\n'),
  ],
  [
    'lists line by line in a quotation',
    rungs(80)
      .map((rung) => `> ${rung}- a`)
      .join('\n'),
  ],
  ['quotations behind what only looks like a fence', `$$\n\`\`\`\n$$\n${'> '.repeat(60)}x`],
  ['emphasis in emphasis', `${'*a _b '.repeat(3000)}c${'_ *'.repeat(3000)}`],
  ['emphasis that is opened only', '*a '.repeat(1000)],
  ['emphasis that closes another', `${'*a '.repeat(150)}${'b_ '.repeat(1000)}`],
  ['marks without end', 'a**b*c_'.repeat(5000)],
  ['pictures in pictures', `${'!['.repeat(1000)}x${'](u)'.repeat(1000)}`],
  ['code marks of every length', Array.from({ length: 200 }, (_, n) => `a${'`'.repeat(n + 1)}`).join('')],
])('is for %s', (_, text) => {
  expect(isTangled(text)).toBe(true);
});

test.each([
  [
    'ten lists in each other',
    rungs(10)
      .map((rung) => `${rung}- **a**`)
      .join('\n'),
  ],
  ['a quotation of a long thread', `${'> '.repeat(20)}a`],
  ['a long list', '- **a** and *b* of `c_d_*e`, [f](g)\n'.repeat(3000)],
  ['a long table', `| a | b |\n|---|:-:|\n${'| **a** | *b |\n'.repeat(3000)}`],
  ['a long quotation', '> **a** b\n'.repeat(500)],
  ['a wide rule', `a\n\n${'- '.repeat(100)}`],
  ['many products', '2 * 3 * 4_000 = a_b_c; '.repeat(1400)],
  ['code', `a\n\`\`\`c\n${'char *a, *b[];\n'.repeat(2000)}\`\`\`\n\nb`],
  ['code spans', '`*a` `[b`, '.repeat(2000)],
])('is not for %s', (_, text) => {
  expect(isTangled(text)).toBe(false);
});

test('is not for what is usual', () => {
  fc.assert(
    fc.property(document, (text) => {
      expect(isTangled(text)).toBe(false);
    }),
  );
});

test.each([
  ['`a', false],
  ['[', true],
  ['> ', true],
  ['- ', false],
  ['*a _b ', true],
  ['\\', false],
  [' \t', false],
  ['| ', false],
  ['1) ', true],
  ['~', false],
])('comes to its end on 200 kB of %j', (mark, tangled) => {
  expect(isTangled(mark.repeat(200_000 / mark.length))).toBe(tangled);
});
