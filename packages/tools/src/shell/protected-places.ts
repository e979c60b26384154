// What a sandboxed command may not change or see although it lies in the workspace: files that the server or git would
// later trust, and the server's own files. Their folders are mounted onto themselves, because a mount cannot be
// renamed away. A link put in place of one between this look and the mount is found out inside (see `identities`).
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { isWithin } from '../boundary/boundary.ts';

/** `args` are for bubblewrap; `identities` are what each mount must turn out to be inside, as `device:inode`. */
export type ProtectedPlaces = { args: string[]; identities: { path: string; identity: string }[] };

const readOnly = ['.slipstream', '.git/hooks', '.git/config'];

/** `workspace` and `hidden` are real places; the hidden ones outside the workspace are not looked at. */
export async function protectedPlaces(
  workspace: string,
  hidden: readonly string[],
): Promise<ProtectedPlaces> {
  const result: ProtectedPlaces = { args: [], identities: [] };
  const pinned = new Set<string>();
  const mount = async (option: '--bind' | '--ro-bind', path: string) => {
    const identity = await identityOf(path);
    if (identity === undefined) return false;
    result.args.push(option, path, path);
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
  for (const name of readOnly) {
    const path = `${workspace}/${name}`;
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
