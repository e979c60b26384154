// A repository that a sandboxed command makes in a workspace that has none. It is made in a folder that no git outside looks
// at, and moved in when the command is over, without anything that git would run or read its settings from.
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../boundary/file-error.ts';
import { toSafeConfig } from './safe-git-config.ts';

/** What git would run, or where it would look for its settings. */
const leftOut = ['hooks', 'commondir', 'gitdir', 'config.worktree', 'modules', 'worktrees'];
const maxConfigBytes = 64 * 1024;

export function makeStage(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'slipstream-git-'));
}

/** Nothing that could still write to `stage` may run. Gives what there is to tell; never rejects; `stage` is gone then. */
export async function adoptRepository(stage: string, git: string): Promise<string[]> {
  try {
    if ((await readdir(stage)).length === 0) return [];
    if ((await readdir(git)).length > 0)
      return ['.git was made by somebody else meanwhile; the one of this command is gone'];
    const told = await clean(stage);
    for (const name of await readdir(stage)) await move(join(stage, name), join(git, name));
    return told;
  } catch (error) {
    return [`the repository could not be moved into the workspace (${codeOf(error) ?? 'unknown'})`];
  } finally {
    await rm(stage, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function clean(stage: string): Promise<string[]> {
  const told: string[] = [];
  for (const name of await readdir(stage)) {
    const path = join(stage, name);
    const isHere = leftOut.includes(name.toLowerCase());
    if (!isHere && !(await lstat(path)).isSymbolicLink()) continue;
    if (await isWorthTelling(path, name))
      told.push(`.git/${name} was left out: git would trust what is in it`);
    await rm(path, { recursive: true, force: true });
  }
  await mkdir(join(stage, 'hooks'));
  const config = join(stage, 'config');
  const stats = await lstat(config).catch(() => undefined);
  if (!stats) return told;
  const text = stats.isFile() && stats.size <= maxConfigBytes ? await readFile(config, 'utf8') : '';
  await rm(config, { recursive: true, force: true });
  const safe = toSafeConfig(text);
  await writeFile(config, safe.text, { flag: 'wx' });
  if (safe.leftOut > 0)
    told.push(`${safe.leftOut} lines of .git/config were left out: git could run what they say`);
  return told;
}

/** The samples that every new repository comes with are no loss. */
async function isWorthTelling(path: string, name: string): Promise<boolean> {
  const stats = await lstat(path);
  if (name !== 'hooks' || !stats.isDirectory()) return true;
  return (await readdir(path)).some((each) => !each.endsWith('.sample'));
}

async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error;
    await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  }
}
