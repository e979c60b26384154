import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputKeeper } from './output-keeper.ts';

function keep(maxBytes: number, chunks: readonly Uint8Array[]) {
  const keeper = createOutputKeeper(maxBytes);
  for (const chunk of chunks) keeper.add(Buffer.from(chunk));
  return keeper.kept();
}

describe('the output keeper', () => {
  it('keeps a small output whole, in whatever pieces it came', () => {
    const text = '你好, world\n'.repeat(20);
    const bytes = Buffer.from(text);
    const singles = [...bytes].map((byte) => Uint8Array.of(byte));
    expect(keep(1000, singles)).toEqual({ text, bytes: bytes.length, truncated: false });
  });

  it('keeps the first and the last part of a large one and counts what is between', () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => Buffer.from(`line ${index}\n`));
    const { text, bytes, truncated } = keep(1100, lines);
    expect(truncated).toBe(true);
    expect(bytes).toBe(Buffer.concat(lines).length);
    expect(text).toMatch(
      /^line 0\nline 1\n[\s\S]*\n\[… \d+ bytes were left out …\]\n[\s\S]*line 9998\nline 9999\n$/,
    );
    expect(text).toContain(`[… ${bytes - 1000} bytes were left out …]`);
  });

  it('never gives more than it may, whatever the bytes are', () => {
    const chunk = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 100 }).map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(
        fc.array(chunk, { maxLength: 30 }),
        fc.integer({ min: 100, max: 800 }),
        (chunks, maxBytes) => {
          const all = Buffer.concat(chunks);
          const { text, bytes, truncated } = keep(maxBytes, chunks);
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
          expect(text.isWellFormed()).toBe(true);
          expect(text).not.toContain('\0');
          expect(bytes).toBe(all.length);
          if (!truncated) expect(text).toBe(all.toString('utf8').replaceAll('\0', '␀'));
        },
      ),
      { numRuns: 500 },
    );
  });
});
