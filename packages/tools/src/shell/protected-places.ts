// What a sandboxed command may not change or see although it lies in the workspace: files that the server or git would
// later trust, and the server's own files. Their folders are mounted onto themselves, because a mount cannot be
// renamed away. A link put in place of one between this look and the mount is found out inside (see `identities`).
import { lstat, readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { isWithin } from '../boundary/boundary.ts';

/** `args` are for bubblewrap; `identities` are what each mount must turn out to be inside, as `device:inode`. */
export type ProtectedPlaces = { args: string[]; identities: { path: string; identity: string }[] };

/** What is missing of the first four is held while a sandbox runs: see held-places.ts. */
const readOnly = [
  '.slipstream',
  '.git/hooks',
  '.git/config',
  '.git',
  '.git/commondir',
  '.git/config.worktree',
];

/**
 * `workspace` and `hidden` are real places; the hidden ones outside the workspace are not looked at. `stage` is a folder
 * that is put in place of `.git`.
 */
export async function protectedPlaces(
  workspace: string,
  hidden: readonly string[],
  stage?: string,
): Promise<ProtectedPlaces> {
  const result: ProtectedPlaces = { args: [], identities: [] };
  const pinned = new Set<string>();
  const mount = async (option: '--bind' | '--ro-bind', path: string, from = path) => {
    const identity = await identityOf(from);
    if (identity === undefined) return false;
    result.args.push(option, from, path);
    result.identities.push({ path, identity });
    return true;
  };
  const pinParents = async (path: string) => {
    for (const parent of parentsWithin(workspace, path)) {
      if (pinned.has(parent)) continue;
      pinned.add(parent);
      if (!(await mount('--bind', parent))) return false;
    }
    return true;
  };
  if (stage !== undefined) await mount('--bind', `${workspace}/.git`, stage);
  for (const name of readOnly) {
    const path = `${workspace}/${name}`;
    if (name.startsWith('.git') && stage !== undefined) continue;
    // A whole repository can be written; a pointer to another one cannot, nor the empty place of one.
    if (name === '.git' && !(await isClosed(path))) continue;
    if ((await identityOf(path)) && (await pinParents(path))) await mount('--ro-bind', path);
  }
  for (const path of hidden) {
    if (path === workspace || !isWithin(workspace, path)) continue;
    const mask = await toMask(path);
    if (mask.length === 0) continue;
    if (!(await pinParents(path)))
      throw new AppError('conflict', 'The workspace is being rearranged; try again in a moment.');
    result.args.push(...mask);
  }
  return result;
}

async function isClosed(git: string): Promise<boolean> {
  const stats = await lstat(git).catch(() => undefined);
  if (!stats?.isDirectory()) return stats?.isFile() === true;
  const names = await readdir(git).catch(() => []);
  return names.length === 0;
}

/** Arguments that cover a file or folder by nothing; none where it does not exist. */
export async function toMask(path: string): Promise<string[]> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return [];
  return stats.isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}

/** Of plain files and folders only: a link is never mounted, it would show what it points to. */
async function identityOf(path: string): Promise<string | undefined> {
  const stats = await lstat(path, { bigint: true }).catch(() => undefined);
  return stats && (stats.isDirectory() || stats.isFile()) ? `${stats.dev}:${stats.ino}` : undefined;
}

/** The folders between the workspace and the path, outermost first, neither end included. */
function parentsWithin(workspace: string, path: string): string[] {
  const parents: string[] = [];
  for (let parent = dirname(path); parent !== workspace; parent = dirname(parent)) parents.unshift(parent);
  return parents;
}
