import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonBytes, previewArgs, previewText, utf8Bytes } from './previews.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const lone = fc.array(fc.nat({ max: 0xffff })).map((codes) => String.fromCharCode(...codes));

/** What the platform's own encoder makes of it. */
function encoded(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replace(/%[0-9A-F]{2}/g, 'x').length;
}

it('counts the bytes of any text', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, lone), (text) => {
      expect(utf8Bytes(text)).toBe(encoded(text));
    }),
  );
});

it('cuts a text to whole characters, as much as fits, and twice like once', () => {
  fc.assert(
    fc.property(anyText, fc.nat({ max: 60 }), (text, most) => {
      const cut = previewText(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(encoded(cut)).toBeLessThanOrEqual(most);
      expect(cut.isWellFormed() || !text.isWellFormed()).toBe(true);
      expect(previewText(cut, most)).toBe(cut);
      const next = String.fromCodePoint(text.codePointAt(cut.length) ?? 0);
      if (cut !== text) expect(encoded(cut + next)).toBeGreaterThan(most);
    }),
  );
});

it('cuts arguments of any shape until they fit, and leaves those that do', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat({ max: 300 }), (args, most) => {
      const cut = previewArgs(args, most);
      if (jsonBytes(args) <= most) expect(cut).toBe(args);
      else expect(jsonBytes(cut)).toBeLessThanOrEqual(Math.max(2, most));
      expect(previewArgs(cut, Math.max(2, most))).toBe(cut);
    }),
  );
  const args = { path: 'a/b.txt', content: 'x'.repeat(100_000) };
  expect(previewArgs(args, 1000)).toMatchObject({ path: 'a/b.txt' });
});
