import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOf, headWithin, tailWithin } from './cut-text.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('cutting text', () => {
  it('keeps within the bytes and never halves a character', () => {
    fc.assert(
      fc.property(text, fc.nat(80), (sample, limit) => {
        for (const [cut, isPart] of [
          [headWithin(sample, limit), sample.startsWith(headWithin(sample, limit))],
          [tailWithin(sample, limit), sample.endsWith(tailWithin(sample, limit))],
        ] as const) {
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(Math.max(limit, 0));
          expect(isPart).toBe(true);
          expect(cut.isWellFormed()).toBe(true);
          if (Buffer.byteLength(sample) <= limit) expect(cut).toBe(sample);
          else expect(Buffer.byteLength(cut)).toBeGreaterThan(limit - 4);
        }
        expect(headOf(sample, limit).isWellFormed()).toBe(true);
      }),
    );
  });
});
