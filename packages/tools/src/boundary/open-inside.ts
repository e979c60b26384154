// Opens what a path names and only then looks where it really is: a check before opening can be outrun by whoever
// swaps a folder for a link in between. On Linux the first open (O_PATH) gets hold of the thing without opening it, so
// that a FIFO, a device or a file outside is never touched; what passed is opened through that descriptor.
import { constants, lstatSync, type Stats } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { type Boundary, isAllowed } from './boundary.ts';
import { toFileError } from './file-error.ts';
import { outside } from './parse-path.ts';

/** An open file or folder inside the workspace. `place` is where it really was when it was opened. */
export type Opened = { handle: FileHandle; place: string; stats: Stats };

/** Whether a descriptor has a path of its own under /proc; elsewhere (macOS) the fallback checks by path and inode. */
export const hasDescriptorPaths = process.platform === 'linux';

/** Linux's O_PATH, which Node does not name; the same number on every architecture that Node runs on. */
const pathOnly = 0o10000000;
const missing = Object.assign(new Error('ENOENT: there is no such file or folder'), { code: 'ENOENT' });
const { O_RDONLY, O_DIRECTORY, O_NONBLOCK, O_NOCTTY, O_NOFOLLOW } = constants;

/**
 * Opens a regular file for reading. `relative` is relative to the workspace; `shown` is the path for messages.
 * Throws AppError with a sentence for the model; the caller closes the handle.
 */
export async function openFile(boundary: Boundary, relative: string, shown = relative): Promise<Opened> {
  const located = await locate(boundary, join(boundary.realRoot, relative), 0, shown);
  return reopen(located, shown, (stats) => {
    if (stats.isDirectory())
      throw new AppError('invalid_request', `"${shown}" is a folder; list_directory shows what is in it.`);
    if (!stats.isFile())
      throw new AppError('invalid_request', `"${shown}" is not a regular file, so it cannot be read.`);
  });
}

/** Opens a folder; the same rules as `openFile`. */
export async function openFolder(boundary: Boundary, relative: string, shown = relative): Promise<Opened> {
  return locate(boundary, join(boundary.realRoot, relative), O_DIRECTORY, shown);
}

/** Opens one entry of an open folder, which must be a folder and not a link. */
export async function openSubfolder(
  boundary: Boundary,
  parent: Opened,
  name: string,
  shown: string,
): Promise<Opened> {
  return locate(boundary, entryPath(parent, name), O_DIRECTORY | O_NOFOLLOW, shown);
}

/** A path to an entry of an open folder that stays in that very folder, wherever its path leads by now. */
export function entryPath(folder: Opened, name: string): string {
  return join(descriptorPath(folder), name);
}

/** A path to the open folder itself, good for a child's working directory, too. */
export function descriptorPath(opened: Opened): string {
  return hasDescriptorPaths ? `/proc/self/fd/${opened.handle.fd}` : opened.place;
}

async function locate(boundary: Boundary, path: string, flags: number, shown: string): Promise<Opened> {
  const mode = hasDescriptorPaths ? pathOnly : O_RDONLY | O_NONBLOCK | O_NOCTTY;
  if (!hasDescriptorPaths) await refuseOutside(boundary, path, shown);
  if (isMissing(path)) throw toFileError(missing, shown);
  const handle = await open(path, mode | flags).catch((error: unknown) => {
    throw toFileError(error, shown);
  });
  try {
    const stats = await handle.stat();
    const place = await placeOf(handle, stats, path);
    if (!isAllowed(boundary, place)) throw outside(shown);
    return { handle, place, stats };
  } catch (error) {
    await handle.close();
    throw error instanceof AppError ? error : toFileError(error, shown);
  }
}

/**
 * Most files that are looked for before a turn are not there, and to find that out by a failing `open` takes twenty times
 * as long. Only the answer that there is nothing counts.
 */
function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

/** Where an open descriptor really is. Without /proc: where the path leads now, if that is still the same file. */
async function placeOf(handle: FileHandle, stats: Stats, path: string): Promise<string> {
  if (hasDescriptorPaths) return readlink(`/proc/self/fd/${handle.fd}`);
  const place = await realpath(path);
  const there = await stat(place);
  if (there.dev !== stats.dev || there.ino !== stats.ino) throw outside(path);
  return place;
}

async function refuseOutside(boundary: Boundary, path: string, shown: string): Promise<void> {
  const place = await realpath(path).catch((error: unknown) => {
    throw toFileError(error, shown);
  });
  if (!isAllowed(boundary, place)) throw outside(shown);
}

async function reopen(located: Opened, shown: string, check: (stats: Stats) => void): Promise<Opened> {
  try {
    check(located.stats);
    if (!hasDescriptorPaths) return located;
    const handle = await open(`/proc/self/fd/${located.handle.fd}`, O_RDONLY | O_NONBLOCK | O_NOCTTY);
    await located.handle.close();
    return { ...located, handle };
  } catch (error) {
    await located.handle.close();
    throw error instanceof AppError ? error : toFileError(error, shown);
  }
}
