// Protected places that do not exist yet: nothing can be mounted over them, so a first sandboxed command could make them.
// They are made empty for as long as a sandbox runs, and taken away after the last one; what somebody has put there
// meanwhile stays.
import { lstat, mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adoptRepository, makeStage } from './git-stage.ts';

/**
 * What becomes of a repository that is made inside. `stage`: it is made beside the workspace, and moved in afterwards
 * without what git would run. `closed`: none can be made.
 */
export type NewRepository = 'stage' | 'closed';

/** `stage` is to be mounted in place of `.git`. `release` gives what there is to tell, once; it never rejects. */
export type HeldPlaces = { stage: string | undefined; release(): Promise<readonly string[]> };

type Kind = 'folder' | 'file';

/** Of this process: several sandboxes can run in one workspace. */
const holders = new Map<string, number>();

/** Git reads these, where they are, as it reads its settings. */
const otherSettings = ['commondir', 'config.worktree'];

export function holdPlaces(workspace: string, repository: NewRepository): Promise<HeldPlaces> {
  return exclusive(() => hold(workspace, repository));
}

/** Looking, making and counting are one: two that do it at once would each take the other's for somebody else's. */
let last: Promise<unknown> = Promise.resolve();
function exclusive<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

async function hold(workspace: string, repository: NewRepository): Promise<HeldPlaces> {
  const held: { path: string; kind: Kind }[] = [];
  const take = async (path: string, kind: Kind) => {
    if (!(await isHeldOrMade(path, kind))) return;
    holders.set(path, (holders.get(path) ?? 0) + 1);
    held.push({ path, kind });
  };
  const letGo = async () => {
    for (const { path, kind } of held.reverse()) {
      const left = (holders.get(path) ?? 1) - 1;
      if (left > 0) holders.set(path, left);
      else {
        holders.delete(path);
        await removeEmpty(path, kind);
      }
    }
  };
  const git = join(workspace, '.git');
  await take(join(workspace, '.slipstream'), 'folder');
  if ((await kindOf(git)) === 'none' || (await isEmptyFolder(git))) {
    await take(git, 'folder');
    const stage =
      repository === 'stage' && holders.has(git) ? await makeStage().catch(() => undefined) : undefined;
    const adopt = async () => (stage === undefined ? [] : adoptRepository(stage, git));
    return { stage, release: once(adopt, letGo) };
  }
  if ((await kindOf(git)) !== 'folder') return { stage: undefined, release: once(async () => [], letGo) };
  await take(join(git, 'hooks'), 'folder');
  await take(join(git, 'config'), 'file');
  const missing: string[] = [];
  for (const name of otherSettings) if ((await kindOf(join(git, name))) === 'none') missing.push(name);
  const takeAway = async () => {
    const told: string[] = [];
    for (const name of missing) {
      if ((await kindOf(join(git, name))) === 'none') continue;
      await rm(join(git, name), { recursive: true, force: true }).catch(() => undefined);
      told.push(`.git/${name} was taken away: git would take its settings from there`);
    }
    return told;
  };
  return { stage: undefined, release: once(takeAway, letGo) };
}

function once(look: () => Promise<string[]>, letGo: () => Promise<void>): HeldPlaces['release'] {
  let told: Promise<string[]> | undefined;
  const release = async () => {
    const found = await look();
    await letGo();
    return found;
  };
  return () => {
    told ??= exclusive(release);
    return told;
  };
}

/** Whether the place is ours to hold: made just now, or by another sandbox that still runs. */
async function isHeldOrMade(path: string, kind: Kind): Promise<boolean> {
  if (holders.has(path)) return true;
  try {
    if (kind === 'folder') await mkdir(path);
    else await writeFile(path, '', { flag: 'wx' });
    return true;
  } catch {
    // It is there. Or it cannot be made, not by what runs inside either. An empty `.git` is what a killed server left.
    return path.endsWith('/.git') && (await isEmptyFolder(path));
  }
}

async function kindOf(path: string): Promise<'none' | 'folder' | 'other'> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats) return 'none';
  return stats.isDirectory() ? 'folder' : 'other';
}

async function isEmptyFolder(path: string): Promise<boolean> {
  if ((await kindOf(path)) !== 'folder') return false;
  const names = await readdir(path).catch(() => ['?']);
  return names.length === 0;
}

async function removeEmpty(path: string, kind: Kind): Promise<void> {
  if (kind === 'folder') return rmdir(path).catch(() => undefined);
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isFile() && stats.size === 0) await rm(path).catch(() => undefined);
}
