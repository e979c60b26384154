import { expect, test } from 'vitest';
import { tailLines, toPlainText } from './terminal-text.ts';

test.each([
  ['\u001b[1;32mgreen\u001b[0m', 'green'],
  ['\u001b]8;;javascript:alert(1)\u0007link\u001b]8;;\u0007', 'link'],
  ['10%\r50%\r100%\ndone', '100%\ndone'],
  ['windows\r\nlines\r\n', 'windows\nlines\n'],
  ['a\tb\u0007\u0000c', 'a\tbc'],
  ['\u001b[2K\u001b[1Gkept', 'kept'],
])('shows %j as %j', (output, shown) => {
  expect(toPlainText(output)).toBe(shown);
});

test('gives the last lines', () => {
  expect(tailLines('1\n2\n3\n4\n', 2)).toBe('3\n4');
});
