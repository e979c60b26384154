import { createFakeClock } from '@slipstream/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveOutput } from './live-output.ts';

function createBench() {
  const clock = createFakeClock();
  const shown: { at: number; text: string }[] = [];
  const start = clock.now();
  const live = createLiveOutput(clock, 100, (text) => shown.push({ at: clock.now() - start, text }));
  return { clock, shown, live, add: (text: string) => live.add(Buffer.from(text)) };
}

describe('live output', () => {
  it('shows the first at once and joins what follows', () => {
    const { clock, shown, add } = createBench();
    add('a');
    add('b');
    add('c');
    clock.advance(100);
    clock.advance(1000);
    add('d');
    expect(shown).toEqual([
      { at: 0, text: 'a' },
      { at: 100, text: 'bc' },
      { at: 1100, text: 'd' },
    ]);
  });

  it('shows the newest part of a flood', () => {
    const { clock, shown, add } = createBench();
    add('start');
    for (let index = 0; index < 1000; index += 1) add(`${'字'.repeat(400)}${index};`);
    clock.advance(100);
    expect(shown).toHaveLength(2);
    expect(shown[1]?.text).toMatch(/^…\n字+.*;999;|^…\n[\s\S]*999;$/);
    expect(Buffer.byteLength(shown[1]?.text ?? '')).toBeLessThan(8300);
  });

  it('is silent once closed, and leaves no timer', () => {
    const { clock, shown, live, add } = createBench();
    add('a');
    add('b');
    live.close();
    add('c');
    clock.advance(1000);
    expect(shown).toEqual([{ at: 0, text: 'a' }]);
    expect(clock.pending()).toEqual([]);
  });

  it('shows every character once and whole, at most ten times a second', () => {
    const steps = fc.array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 6 }), fc.nat(120)), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), steps, (text, gaps) => {
        const { clock, shown, live } = createBench();
        let rest = Buffer.from(text.replaceAll('\0', ''));
        const whole = rest.toString();
        for (const [size, gap] of gaps) {
          live.add(rest.subarray(0, size.length));
          rest = rest.subarray(size.length);
          clock.advance(gap);
        }
        live.add(rest);
        clock.advance(1000);
        expect(shown.map((each) => each.text).join('')).toBe(whole);
        for (const [index, { at }] of shown.entries())
          expect(at - (shown[index - 1]?.at ?? -100)).toBeGreaterThanOrEqual(100);
        expect(clock.pending()).toEqual([]);
      }),
    );
  });
});
