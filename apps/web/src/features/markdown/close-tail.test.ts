import { expect, test } from 'vitest';
import { closeCut, closeTail } from './close-tail.ts';

test.each([
  ['plain words', 'plain words'],
  ['a **bold', 'a **bold**'],
  ['a **bold ', 'a **bold**'],
  ['a **', 'a '],
  ['a *slanted', 'a *slanted*'],
  ['a ~~gone', 'a ~~gone~~'],
  ['**bold *both', '**bold *both***'],
  ['a `code', 'a `code`'],
  ['a ``co`de', 'a ``co`de``'],
  ['a `', 'a '],
  ['a `**` b', 'a `**` b'],
  ['2*3 and 4 * 5', '2*3 and 4 * 5'],
  ['a\\*b', 'a\\*b'],
  ['结论：**很重要', '结论：**很重要**'],
  ['see [the do', 'see the do'],
  ['see [the docs](https://a.exa', 'see the docs'],
  ['see [the docs](https://a.example)', 'see [the docs](https://a.example)'],
  ['see ![a pic](https://a.exa', 'see a pic'],
  ['text\n-', 'text'],
  ['text\n==', 'text'],
  ['- a\n-', '- a'],
  ['1. a\n2', '1. a'],
  ['##', ''],
  ['``', ''],
  ['| a | b', ''],
  ['| a | b |\n|--', ''],
  ['| a | b |\n|---|---|\n', '| a | b |\n|---|---|\n'],
  ['words\n| a |', 'words'],
  ['```\nopen **', '```\nopen **'],
  ['- item\n  ```\n  open `', '- item\n  ```\n  open `'],
  ['* item\n* **bold', '* item\n* **bold**'],
])('shows %j as %j', (tail, shown) => {
  expect(closeTail(tail)).toBe(shown);
});

test.each([
  ['- a\n-', '- a'],
  ['- a\n- ', '- a'],
  ['1. a\n4.', '1. a'],
  ['1. a\n2. b\n   - ', '1. a\n2. b'],
  ['- a\n\n-', '- a'],
  ['- a\n  - \n\n', '- a'],
  ['- [x] a\n- [ ]', '- [x] a'],
  ['words\n\n##', 'words'],
  ['words\n-', 'words'],
  ['words\n42', 'words\n42'],
  ['| a | b', '| a | b'],
  ['a **bold', 'a **bold**'],
  ['```\n- ', '```\n- '],
  ['4.', ''],
  ['whole words.', 'whole words.'],
])('shows %j, cut off for good, as %j', (tail, shown) => {
  expect(closeCut(tail)).toBe(shown);
});
