import * as fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { growCut, nothingCut, toPieces } from './cut-pieces.ts';
import { ParsedBlock } from './parsed-block.tsx';
import { PiecedBlock } from './pieced-block.tsx';

const cut = (text: string, live = false) => toPieces(growCut(nothingCut, text), live);

const tidy = (html: string) => html.replace(/\s*\n\s*/g, '');
const whole = (text: string) => tidy(renderToStaticMarkup(<ParsedBlock text={text} live={false} />));

function pieced(text: string): string | null {
  const pieces = cut(text);
  if (!pieces) return null;
  return tidy(renderToStaticMarkup(<PiecedBlock pieces={pieces} last={pieces.last} links="" live={false} />));
}

const words = fc.constantFrom(
  'a',
  '**b** `c`',
  '*d',
  '`e',
  '<b>f</b>',
  '[g](/h)',
  'i\\',
  '> j',
  '# k',
  '- l',
  'm|n',
  '~~~',
);
const after = fc.constantFrom(
  '',
  '',
  '',
  '\n  - inner',
  '\n  more',
  '\n  > quote',
  '\n  ```\n  code\n  ```',
  '\n  ```\n  open',
);
const apart = fc.constantFrom(
  '\n',
  '\n',
  '\n\n',
  '\n\n  more',
  '\n  - inner\n\n  - another\n',
  '\n\n  ```\n  code\n\n  code\n  ```\n',
  '\n  ```\n  open\n\n',
  '\n\n      code',
  '\n  > quote\n\n  more\n',
);
const itemsOf = (mark: string, after: fc.Arbitrary<string>) =>
  fc.array(fc.tuple(words, after), { minLength: 4, maxLength: 12 }).map((some) =>
    Array.from({ length: 30 }, () => some)
      .flat()
      .map(([text, more]) => `${mark}${text}${more}`)
      .join('\n'),
  );
const rows = fc
  .array(words, { minLength: 4, maxLength: 12 })
  .map((some) =>
    [
      '| x | y |',
      '|---|:-:|',
      ...Array.from({ length: 40 }, () => some.map((each) => `| ${each} | z |`)).flat(),
    ].join('\n'),
  );
const numbered = (after: fc.Arbitrary<string>) =>
  itemsOf('', after).map((text) => text.replace(/^(?! |$)/gm, '7. ').replace(/^ {2}/gm, '   '));

test.each([
  ['- ', itemsOf('- ', after)],
  ['* ', itemsOf('* ', after)],
  ['- [x] ', itemsOf('- [x] ', after)],
  ['numbers', numbered(after)],
  ['items that stand apart', itemsOf('- ', apart)],
  ['items of which some stand apart', itemsOf('- ', fc.oneof(after, after, after, apart))],
  ['numbers that stand apart', numbered(apart)],
  ['numbers of which some stand apart', numbered(fc.oneof(after, after, after, apart))],
  ['rows', rows],
])('the pieces of %s together show what the whole does', (_, texts) => {
  let compared = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const together = pieced(text);
      if (together === null) return;
      compared += 1;
      expect(together).toBe(whole(text));
    }),
    { numRuns: 15 },
  );
  expect(compared).toBeGreaterThan(5);
});

const list = Array.from({ length: 300 }, (_, n) => `- item ${n}`).join('\n');

test('nothing that is done changes while the text grows, however it arrives', () => {
  let grown = nothingCut;
  let before: readonly string[] = [];
  for (let end = 0; end <= list.length; end += 7) {
    grown = growCut(grown, list.slice(0, end));
    expect(grown.done.slice(0, before.length)).toEqual(before);
    const pieces = toPieces(grown, true);
    // Half a line never makes it one block again.
    if (before.length >= 2) expect(pieces).not.toBeNull();
    if (pieces) expect(pieces.done.join('') + pieces.last).toBe(list.slice(0, end));
    before = grown.done;
  }
  expect(toPieces(growCut(grown, list), false)).toEqual(cut(list));
  expect(toPieces(growCut(grown, 'another'), false)).toBeNull();
});

test.each([
  ['a short list', '- a\n- b'],
  ['paragraphs', 'words\n'.repeat(300)],
  ['a list with a paragraph behind it', `${list}\n\nmore`],
  ['a list with a number that is no item behind it', `${list.replaceAll('-', '1.')}\n\n7`],
  ['a list of two marks', `${list}\n* more`],
  ['a list with a paragraph that goes on', `${list}\nmore`],
  ['a list with a heading behind it', `${list}\n# more`],
  ['a list with a formula', `${list}\n- \\(x`],
  ['a list with a definition', `${list}\n- [r]: /x`],
  ['a list with a footnote', `${list}\n- a[^1]`],
  ['a list where not all is to be done', `${list}\n- [ ] more\n`],
  ['a list with a rule', `${list}\n- - -`],
  ['a list that is indented less', `${list}\n - more`],
  ['a table with a line that is none', `| a |\n|---|\n${'| b |\n'.repeat(300)}more`],
])('%s is one block', (_, text) => {
  expect(cut(text)).toBeNull();
});

test('of a piece that must not be parsed it is told', () => {
  expect(cut(`${'- a\n'.repeat(60)}${`- ${'> '.repeat(200)}x\n`}${'- a\n'.repeat(100)}`)?.tangled).toBe(true);
  expect(cut(`${list}\n`)?.tangled).toBe(false);
});
