// The documents name files, commands and packages; this holds them to what is really there.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, root } from './workspace.mjs';

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesBelow('docs').filter((file) => file.endsWith('.md')),
];
const read = (file) => readFileSync(join(root, file), 'utf8');

describe.each(documents)('%s', (file) => {
  it('links only to what is there', () => {
    const links = [...read(file).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((match) => match[1] ?? '');
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(local.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([]);
  });

  it('links only to headings that are there', () => {
    const text = read(file);
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
      (match[1] ?? '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    const anchors = [...text.matchAll(/\]\(#([^)]+)\)/g)].map((match) => match[1]);
    expect(anchors.filter((anchor) => !headings.includes(anchor ?? ''))).toEqual([]);
  });

  it('names only commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(file).matchAll(/npm run ([a-z-]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('ARCHITECTURE.md', () => {
  it('names only files and folders that are there', () => {
    const text = read('ARCHITECTURE.md');
    const rows = [...text.matchAll(/^\| `([\w/]+)` \|.*\| `([\w./-]+)` \|$/gm)];
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.map((row) => `${row[1]}/${row[2]}`).filter((path) => !existsSync(join(root, path)))).toEqual(
      [],
    );
    const paths = [...text.matchAll(/`((?:packages|apps|docs|scripts)\/[\w./-]+)`/g)].map(
      (match) => match[1] ?? '',
    );
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('stays short enough to be read', () => {
    expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(200);
  });
});
