// The arguments of ripgrep that hold for every search, and the globs that keep it out of what is not the model's
// business. Order matters: of two globs that match, the later one wins.

import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { type Boundary, toShownPath } from '../boundary/boundary.ts';
import { outputFolder } from '../shell/output-file.ts';

/** Files beyond this are not searched. */
export const maxSearchedFile = '16M';

/**
 * `place` is what to search, relative to the workspace; `globs` are the model's. To be followed by `--` and the path.
 * No settings of the machine's user are followed, and of ignore files only those inside the workspace.
 */
export async function toSearchArguments(
  boundary: Boundary,
  place: string,
  globs: readonly string[],
): Promise<string[]> {
  const hidden = boundary.hidden.map((path) => `!/${escapeGlob(toShownPath(boundary, path))}`);
  return [
    ...['--no-config', '--color=never', '--no-messages', '--no-ignore-messages', '--hidden', '--sort=path'],
    ...['--no-ignore-global', '--no-ignore-parent', '--no-ignore-exclude', '--no-require-git'],
    ...['--max-filesize', maxSearchedFile, '--regex-size-limit=10M', '--dfa-size-limit=10M'],
    // Below a subfolder the workspace's own ignore file would count as a parent's.
    ...(place !== '.' && (await isFile(join(boundary.realRoot, '.gitignore')))
      ? ['--ignore-file=.gitignore']
      : []),
    ...[...globs, '!.git', `!/${outputFolder}`, ...hidden].map((glob) => `--glob=${glob}`),
  ];
}

/**
 * A glob as the model wrote it, relative to `place`, as one that is relative to the workspace. Throws AppError for
 * one that points outside.
 */
export function toGlob(boundary: Boundary, place: string, pattern: string): string {
  if (pattern.includes('\0')) throw new AppError('invalid_request', 'The pattern contains a NUL character.');
  if (pattern.split('/').includes('..'))
    throw new AppError('invalid_request', 'The pattern may not contain "..": give the folder as path.');
  for (const root of [boundary.root, boundary.realRoot]) {
    if (pattern.startsWith(`${root}/`)) return `/${pattern.slice(root.length + 1)}`;
  }
  const relative = pattern.replace(/^(?:\.?\/)+/, '');
  if (place === '.' || !relative.includes('/')) return relative === pattern ? pattern : `/${relative}`;
  return `/${escapeGlob(place)}/${relative}`;
}

export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}!]/g, '\\$&');
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() ?? false;
}
