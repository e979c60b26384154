import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, encodeText } from './text-encoding.ts';

const hello = '你好，世界\r\nline two\n';
const bytes = (...values: (number[] | string)[]) =>
  Buffer.concat(values.map((value) => (typeof value === 'string' ? Buffer.from(value) : Buffer.from(value))));
const utf16le = (text: string) => Buffer.from(text, 'utf16le');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
/** "你好，世界" as an old Chinese editor saves it. */
const gbk = bytes([0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7]);

describe('decodeText', () => {
  it.each([
    ['nothing', bytes(), { text: '', encoding: 'utf-8', mark: false }],
    ['UTF-8', bytes(hello), { text: hello, encoding: 'utf-8', mark: false }],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], hello), { text: hello, encoding: 'utf-8', mark: true }],
    ['UTF-16LE with a mark', utf16le(`\ufeff${hello}`), { text: hello, encoding: 'utf-16le', mark: true }],
    ['UTF-16BE with a mark', utf16be(`\ufeff${hello}`), { text: hello, encoding: 'utf-16be', mark: true }],
    [
      'UTF-16LE without',
      utf16le('plain text\n'),
      { text: 'plain text\n', encoding: 'utf-16le', mark: false },
    ],
    [
      'UTF-16BE without',
      utf16be('plain text\n'),
      { text: 'plain text\n', encoding: 'utf-16be', mark: false },
    ],
    ['GB18030', gbk, { text: '你好，世界', encoding: 'gb18030', mark: false }],
    [
      'Latin',
      bytes('caf', [0xe9], ' au lait'),
      { text: 'café au lait', encoding: 'windows-1252', mark: false },
    ],
    [
      'a terminal log',
      bytes('\u001b[32mok\u001b[0m\n'),
      { text: '\u001b[32mok\u001b[0m\n', encoding: 'utf-8', mark: false },
    ],
  ])('reads %s', (_, input, expected) => {
    expect(decodeText(input)).toEqual(expected);
  });

  it.each([
    ['a PNG', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR')],
    ['an ELF program', bytes([0x7f], 'ELF', [2, 1, 1, 0, 0, 0, 0, 0])],
    ['text with a NUL', bytes('abc\0def')],
    ['control characters', bytes(Array.from({ length: 64 }, (_, index) => (index % 6) + 1))],
    ['UTF-32', bytes([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ])('takes %s for binary', (_, input) => {
    expect(decodeText(input)).toBeUndefined();
  });

  it('never throws, and gives back what was encoded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
        const decoded = decodeText(input);
        if (decoded?.encoding !== 'utf-8') return;
        expect(encodeText(decoded.text, decoded)).toEqual(Buffer.from(input));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('encodeText', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be', 'gb18030'] as const)('brings any text through %s', (encoding) => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.integer({ min: 0x20, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff))
        .map((points) => String.fromCodePoint(...points)),
    );
    fc.assert(
      fc.property(text, (sample) => {
        const encoded = encodeText(sample, { encoding, mark: false });
        // A few code points of GB18030 were moved between its editions; those are refused, not damaged.
        if (encoded === undefined) return expect(encoding).toBe('gb18030');
        expect(new TextDecoder(encoding, { ignoreBOM: true }).decode(encoded)).toBe(sample);
      }),
      { numRuns: 500 },
    );
  });

  it('writes GB18030 in one, two and four bytes', () => {
    const encode = (text: string) => encodeText(text, { encoding: 'gb18030', mark: false });
    expect(encode('你好，世界')).toEqual(gbk);
    expect(encode('aé€😀')).toEqual(bytes('a', [0xa8, 0xa6], [0xa2, 0xe3], [0x94, 0x39, 0xfc, 0x36]));
    expect(encode('\ud800')).toBeUndefined();
  });

  it('does not offer to write what it only guessed', () => {
    expect(encodeText('é', { encoding: 'windows-1252', mark: false })).toBeUndefined();
  });
});
