import { expect, test } from 'vitest';
import { toFound } from './found-lines.ts';

test('counts the things and leaves the remarks out', () => {
  expect(toFound('a\nb\n\n[a remark]\n')).toEqual({ things: ['a', 'b'], total: 2, count: '2' });
  expect(toFound('[the folder is empty]')).toEqual({ things: [], total: 0, count: '0' });
  expect(toFound('')).toEqual({ things: [], total: 0, count: '0' });
});

test('believes a remark that there are more', () => {
  expect(toFound('a\nb\n[2 of 90 entries; use glob]')).toMatchObject({ total: 90, count: '90' });
  expect(toFound('a\n[1 of more than 100000 entries]').count).toBe('100000+');
  expect(toFound('a\nb\n[the first 2 files; there are more: narrow the pattern]').count).toBe('2+');
  expect(toFound('a\n[stopped after 20 s; this is what was found until then]').count).toBe('1+');
});

test('knows the sentences for nothing', () => {
  expect(toFound('No files match *.x in the workspace.').things).toEqual([]);
  expect(toFound('Nothing matches in src.').things).toEqual([]);
});
