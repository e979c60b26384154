import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPieces } from './pieces.ts';

test('cuts English by words, with the space before them', () => {
  expect(toPieces('Hello, big\n\nworld! ')).toEqual(['Hello,', ' big', '\n\nworld!', ' ']);
});

test('cuts Chinese by two characters and keeps Latin words in it whole', () => {
  expect(toPieces('我来读取 README.md 文件。')).toEqual(['我来', '读取', ' README.md', ' 文件', '。']);
});

test('loses and adds nothing, whatever the text, and never cuts a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const pieces = toPieces(text);
      expect(pieces.join('')).toBe(text);
      expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true);
    }),
  );
});
