import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { firstLoad } from './size-limit.ts';

type Files = Record<string, { code: string; imports?: string[]; entry?: boolean }>;

function toBundle(files: Files) {
  const chunks = Object.entries(files).map(([fileName, { code, imports = [], entry = false }]) => [
    fileName,
    { type: 'chunk', fileName, code, imports, isEntry: entry },
  ]);
  return Object.fromEntries(chunks) as Rolldown.OutputBundle;
}

test('counts the entry and all that it imports, once, and nothing that is loaded on demand', () => {
  const size = (code: string) => gzipSync(code, { level: 9 }).length;
  const bundle = toBundle({
    'index.js': { code: 'entry()', imports: ['a.js', 'b.js'], entry: true },
    'a.js': { code: 'aaaa()', imports: ['b.js', 'outside'] },
    'b.js': { code: 'bb()', imports: ['a.js'] },
    'lazy.js': { code: 'x'.repeat(5000) },
  });
  expect(firstLoad(bundle)).toEqual({ bytes: size('entry()') + size('aaaa()') + size('bb()'), files: 3 });
});
