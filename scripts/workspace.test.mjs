import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesBelow, hashFiles, packageFolders, pinnedNode, root } from './workspace.mjs';

describe('the workspace', () => {
  it('pins the Node that .nvmrc names', () => {
    const named = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
    expect(execFileSync(pinnedNode, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${named}`);
  });

  it('finds the packages and their sources, without what is installed or built', () => {
    expect(packageFolders()).toEqual(expect.arrayContaining(['apps/server', 'packages/protocol']));
    const files = filesBelow('packages/protocol');
    expect(files).toEqual(expect.arrayContaining(['packages/protocol/src/events.ts']));
    expect(files.some((file) => file.includes('node_modules'))).toBe(false);
  });

  it('takes a file for itself, and nothing for a path that is not there', () => {
    expect(filesBelow('pnpm-lock.yaml')).toEqual(['pnpm-lock.yaml']);
    expect(filesBelow('no/such/folder')).toEqual([]);
  });

  it('hashes the names of files as well as their contents', () => {
    const [first = '', second = ''] = filesBelow('packages/protocol/src');
    expect(hashFiles([first])).toBe(hashFiles([first]));
    expect(new Set([hashFiles([first]), hashFiles([second]), hashFiles([first, second])]).size).toBe(3);
  });
});
