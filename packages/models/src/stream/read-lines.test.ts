import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineReader } from './read-lines.ts';

function readAll(pieces: readonly Uint8Array[]): { lines: string; rest: string } {
  const reader = createLineReader();
  const lines = pieces.map((piece) => reader.push(piece)).join('');
  return { lines, rest: reader.end() };
}

describe('lines', () => {
  test.each([
    ['LF', 'a\nb\n', 'a\nb\n'],
    ['CRLF', 'a\r\nb\r\n', 'a\nb\n'],
    ['CR', 'a\rb\r', 'a\nb\n'],
    ['all mixed', 'a\r\n\rb\n\rc\r\n\n', 'a\n\nb\n\nc\n\n'],
    ['a byte order mark', '\ufeffa\n', 'a\n'],
    ['only one byte order mark', '\ufeff\ufeffa\n', '\ufeffa\n'],
    ['separators that are no line ends', 'a\u2028b\u2029c\u0085d\n', 'a\u2028b\u2029c\u0085d\n'],
  ])('%s', (_, body, lines) => {
    expect(readAll([Buffer.from(body)])).toEqual({ lines, rest: '' });
  });

  test('a last line without its end is the rest', () => {
    expect(readAll([Buffer.from('a\nb')])).toEqual({ lines: 'a\n', rest: 'b' });
  });

  test('a line feed after a CR that was not the last byte is a line end of its own', () => {
    const pieces = ['\ra', '\n'].map((piece) => Buffer.from(piece));
    expect(readAll(pieces)).toEqual({ lines: '\na\n', rest: '' });
  });

  test('a byte order mark alone is nothing', () => {
    expect(readAll([Buffer.from('\ufeff')])).toEqual({ lines: '', rest: '' });
  });

  test('however the bytes are cut, the lines are the same', () => {
    const text = fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', '\ufeff', 'é', '你', '🚀', '\u2028'));
    const cuts = fc.array(fc.nat(60));
    fc.assert(
      fc.property(text, cuts, (parts, offsets) => {
        const body = Buffer.from(parts.join(''));
        const sorted = [...new Set(offsets)].filter((at) => at < body.length).sort((a, b) => a - b);
        const pieces = [0, ...sorted].map((from, index) => body.subarray(from, sorted[index] ?? body.length));
        expect(readAll(pieces)).toEqual(readAll([body]));
      }),
      { numRuns: 3000 },
    );
  });
});
