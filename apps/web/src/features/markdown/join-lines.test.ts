import { expect, test } from 'vitest';
import { joinLines } from './join-lines.ts';

test.each([
  ['第一行，\n第二行', '第一行，第二行'],
  ['第一行 \n  第二行。\n（第三行）', '第一行第二行。（第三行）'],
  ['one \n  two', 'one\ntwo'],
  ['中文\nand English\n中文', '中文\nand English\n中文'],
  ['no break', 'no break'],
])('%j is shown as %j', (written, shown) => {
  expect(joinLines(written)).toBe(shown);
});
