// Puts a file in place of another, or a new one, whole or not at all: a temporary file in the checked folder, then a
// rename in that same folder. Works through the folder's descriptor, so nobody can move the goal by swapping a part
// of the path for a link.
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { type Boundary, isAllowed, toShownPath } from './boundary.ts';
import { codeOf, toFileError } from './file-error.ts';
import { entryPath, type Opened, openFile, openFolder, openSubfolder } from './open-inside.ts';
import { outside } from './parse-path.ts';

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;

/** A place that can be written. `existing` is open for reading where there is a file already. */
export type WriteTarget = { folder: Opened; name: string; shown: string; existing: Opened | undefined };
export type ExistingTarget = WriteTarget & { existing: Opened };

/**
 * Finds the place, following links that stay inside, and makes missing folders. Throws AppError; the caller ends it
 * with `closeTarget`.
 */
export async function openTarget(boundary: Boundary, relative: string, shown: string): Promise<WriteTarget> {
  const existing = await openIfThere(boundary, relative, shown);
  if (existing) return withFolder(boundary, existing, shown);
  const folder = await openParent(boundary, relative, shown);
  try {
    const name = basename(relative);
    if (!isAllowed(boundary, `${folder.place}/${name}`)) throw outside(shown);
    if (await entryStats(entryPath(folder, name)))
      throw new AppError('invalid_request', `"${shown}" is a link to something that does not exist.`);
    return { folder, name, shown, existing };
  } catch (error) {
    await folder.handle.close();
    throw toFileError(error, shown);
  }
}

/** The same for a file that must be there: throws `not_found` otherwise and makes nothing. */
export async function openExistingTarget(
  boundary: Boundary,
  relative: string,
  shown: string,
): Promise<ExistingTarget> {
  return withFolder(boundary, await openFile(boundary, relative, shown), shown);
}

async function withFolder(boundary: Boundary, existing: Opened, shown: string): Promise<ExistingTarget> {
  try {
    const real = toShownPath(boundary, existing.place);
    const folder = await openFolder(boundary, dirname(real), shown);
    return { folder, name: basename(real), shown, existing };
  } catch (error) {
    await existing.handle.close();
    throw error;
  }
}

/** The file that a path leads to, or undefined where there is none yet. */
export async function openIfThere(
  boundary: Boundary,
  relative: string,
  shown: string,
): Promise<Opened | undefined> {
  try {
    return await openFile(boundary, relative, shown);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

export async function closeTarget(target: WriteTarget): Promise<void> {
  await target.folder.handle.close();
  await target.existing?.handle.close();
}

/**
 * Writes the whole content, keeping the mode and owner of the file that was there. Rejects with `conflict` when what
 * is there is no longer what `openTarget` found; then, and on any other failure, nothing has changed.
 */
export async function replaceContent(target: WriteTarget, content: Uint8Array): Promise<void> {
  const { folder, name, shown, existing } = target;
  const temporary = entryPath(folder, `.slipstream-${randomUUID()}.tmp`);
  const goal = entryPath(folder, name);
  try {
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
    try {
      await handle.writeFile(content);
      if (existing) await keepAttributes(handle, existing.stats);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (!isSameFile(await entryStats(goal), existing?.stats))
      throw new AppError('conflict', `"${shown}" was changed by someone else just now; read it again.`);
    await rename(temporary, goal);
  } catch (error) {
    await rm(temporary, { force: true });
    throw toFileError(error, shown);
  }
}

/** Removes the file. Rejects with `conflict` when it is no longer what was opened; then nothing has changed. */
export async function removeTarget({ folder, name, shown, existing }: ExistingTarget): Promise<void> {
  const path = entryPath(folder, name);
  try {
    if (!isSameFile(await entryStats(path), existing.stats))
      throw new AppError('conflict', `"${shown}" was changed by someone else just now.`);
    await unlink(path);
  } catch (error) {
    throw toFileError(error, shown);
  }
}

async function openParent(boundary: Boundary, relative: string, shown: string): Promise<Opened> {
  let folder = await openFolder(boundary, '.', shown);
  const parts = dirname(relative)
    .split('/')
    .filter((part) => part !== '.' && part !== '');
  let path = '';
  for (const part of parts) {
    path = path === '' ? part : `${path}/${part}`;
    try {
      const next = await openOrMake(boundary, folder, path, part, shown);
      await folder.handle.close();
      folder = next;
    } catch (error) {
      await folder.handle.close();
      throw error;
    }
  }
  return folder;
}

async function openOrMake(
  boundary: Boundary,
  parent: Opened,
  path: string,
  name: string,
  shown: string,
): Promise<Opened> {
  try {
    return await openFolder(boundary, path, shown);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
  if (!isAllowed(boundary, `${parent.place}/${name}`)) throw outside(shown);
  await mkdir(entryPath(parent, name)).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw toFileError(error, shown);
  });
  return openSubfolder(boundary, parent, name, shown);
}

async function keepAttributes(handle: FileHandle, stats: Stats): Promise<void> {
  const own = await handle.stat();
  // Only root can give files away; for everyone else the file becomes theirs, as with any editor.
  if (own.uid !== stats.uid || own.gid !== stats.gid)
    await handle.chown(stats.uid, stats.gid).catch(() => undefined);
  await handle.chmod(stats.mode & 0o777);
}

async function entryStats(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

function isSameFile(now: Stats | undefined, before: Stats | undefined): boolean {
  if (!now || !before) return now === before;
  return (
    now.dev === before.dev &&
    now.ino === before.ino &&
    now.size === before.size &&
    now.mtimeMs === before.mtimeMs
  );
}
