import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reuse, reuseById } from './reuse.ts';

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('reuse', () => {
  it('gives the old object for an equal one, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const old = copy(value);
        expect(reuse(old, copy(value))).toBe(old);
      }),
    );
  });

  it('always gives what equals the new one', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (old, next) => {
        expect(reuse(copy(old), copy(next))).toEqual(copy(next));
      }),
    );
  });

  it('keeps the parts that are equal', () => {
    const old = { a: { b: 1 }, list: [{ c: 1 }, { c: 2 }], gone: 1 };
    const next = reuse(old, { a: { b: 1 }, list: [{ c: 1 }, { c: 3 }, { c: 4 }] });
    expect(next).toEqual({ a: { b: 1 }, list: [{ c: 1 }, { c: 3 }, { c: 4 }] });
    expect(next.a).toBe(old.a);
    expect(next.list[0]).toBe(old.list[0]);
  });
});

describe('reuseById', () => {
  it('finds what moved', () => {
    const old = [
      { id: 'a', n: { x: 1 } },
      { id: 'b', n: { x: 2 } },
      { id: 'c', n: { x: 3 } },
    ];
    const next = reuseById(old, [
      { id: 'c', n: { x: 3 } },
      { id: 'a', n: { x: 1 } },
      { id: 'b', n: { x: 4 } },
    ]);
    expect(next).toEqual([
      { id: 'c', n: { x: 3 } },
      { id: 'a', n: { x: 1 } },
      { id: 'b', n: { x: 4 } },
    ]);
    expect(next[0]).toBe(old[2]);
    expect(next[1]).toBe(old[0]);
    expect(reuseById(old, copy(old))).toBe(old);
  });
});
