import { expect, it } from 'vitest';
import { rankPaths } from './rank-paths.ts';

const paths = [
  'src/',
  'src/main.ts',
  'src/domain/user.ts',
  'docs/main-idea.md',
  'main.ts',
  'MAIN',
  'other/x.ts',
];

it.each([
  ['', ['MAIN', 'main.ts', 'src/', 'docs/main-idea.md']],
  ['main', ['MAIN', 'main.ts', 'src/main.ts', 'docs/main-idea.md', 'src/domain/user.ts']],
  ['src/', ['src/', 'src/main.ts', 'src/domain/user.ts']],
  ['smts', ['src/main.ts', 'src/domain/user.ts']],
  ['用户', []],
])('%j finds the likeliest first', (query, expected) => {
  expect(rankPaths(paths, query, query === '' ? 4 : 10)).toEqual(expected);
});

it('gives no more than it may', () => {
  expect(rankPaths(paths, 'm', 2)).toHaveLength(2);
});
