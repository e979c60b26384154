import { expect, test } from 'vitest';
import { toFound } from './found-lines.ts';

test('counts the things and leaves the remarks out', () => {
  expect(toFound('a\nb\n\n[a remark]\n')).toEqual({ things: ['a', 'b'], total: 2 });
  expect(toFound('[the folder is empty]')).toEqual({ things: [], total: 0 });
  expect(toFound('')).toEqual({ things: [], total: 0 });
});

test('believes a remark that there are more', () => {
  expect(toFound('a\nb\n[2 of 90 entries; use glob]').total).toBe(90);
  expect(toFound('a\n[1 of more than 100000 entries]').total).toBe(100_000);
});
