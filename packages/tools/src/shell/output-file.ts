// Keeps the whole of a command's output in a file of the workspace once it is more than a model is shown, so that it
// can be read in pages. The folder is reached through its descriptor: a command may have put a link in its place.
import { createHash, randomUUID } from 'node:crypto';
import { constants, writeSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { AppError } from '@slipstream/protocol';
import type { Boundary } from '../boundary/boundary.ts';
import { codeOf } from '../boundary/file-error.ts';
import {
  descriptorPath,
  entryPath,
  type Opened,
  openFolder,
  openSubfolder,
} from '../boundary/open-inside.ts';

export const outputFolder = '.slipstream/output';

/** `whole` is false where it was more than a file may hold; `bytes` is what is in the file. */
export type SavedOutput = { path: string; bytes: number; whole: boolean };

export type OutputFile = {
  add(chunk: Buffer): void;
  /** Undefined where there is no file: not `needed`, or it could not be written. Never rejects. */
  finish(needed: boolean): Promise<SavedOutput | undefined>;
};

export type OutputFileOptions = {
  callId: string;
  /** Up to here it is kept in memory; a file is made beyond. */
  memoryBytes: number;
  maxBytes: number;
};

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
const keptMs = 7 * 24 * 60 * 60 * 1000;

export function createOutputFile(boundary: Boundary, options: OutputFileOptions): OutputFile {
  const { memoryBytes, maxBytes } = options;
  let waiting: Buffer[] = [];
  let bytes = 0;
  let whole = true;
  let file: NewFile | undefined;
  let opening: Promise<void> | undefined;
  let failed = false;

  // Written at once, so that nothing piles up in memory; to the system's cache, which takes no longer than copying.
  const write = (chunk: Buffer) => {
    if (failed || !file) return;
    try {
      for (let at = 0; at < chunk.length; ) at += writeSync(file.handle.fd, chunk, at);
    } catch {
      failed = true;
    }
  };
  const begin = () => {
    opening ??= makeFile(boundary, options.callId).then(
      (made) => {
        file = made;
        for (const chunk of waiting) write(chunk);
        waiting = [];
      },
      () => {
        failed = true;
        waiting = [];
      },
    );
    return opening;
  };
  return {
    add(chunk) {
      const part = chunk.subarray(0, maxBytes - bytes);
      if (part.length < chunk.length) whole = false;
      bytes += part.length;
      if (failed || part.length === 0) return;
      if (file) write(part);
      else waiting.push(part);
      if (bytes > memoryBytes) void begin();
    },
    async finish(needed) {
      if (needed) await begin();
      else await opening;
      if (!file) return undefined;
      await file.handle.close().catch(() => undefined);
      return failed ? undefined : { path: `${outputFolder}/${file.name}`, bytes, whole };
    },
  };
}

/** Removes what was kept for a week. Never rejects. */
export async function removeOldOutputs(boundary: Boundary, now = Date.now()): Promise<void> {
  const folder = await openFolder(boundary, outputFolder).catch(() => undefined);
  if (!folder) return;
  try {
    for (const name of await readdir(descriptorPath(folder))) {
      const path = entryPath(folder, name);
      const stats = await lstat(path).catch(() => undefined);
      if (name.endsWith('.txt') && stats?.isFile() && now - stats.mtimeMs > keptMs) await rm(path);
    }
  } catch {
    // Another time, then.
  } finally {
    await folder.handle.close();
  }
}

type NewFile = { handle: FileHandle; name: string };

async function makeFile(boundary: Boundary, callId: string): Promise<NewFile> {
  const folder = await makeFolder(boundary);
  try {
    const name = toName(callId);
    try {
      return await openNew(folder, `${name}.txt`);
    } catch (error) {
      // Ids of calls are the provider's, and some count from one in every answer.
      if (codeOf(error) !== 'EEXIST') throw error;
      return await openNew(folder, `${name}-${randomUUID().slice(0, 8)}.txt`);
    }
  } finally {
    await folder.handle.close();
  }
}

async function openNew(folder: Opened, name: string): Promise<NewFile> {
  const handle = await open(entryPath(folder, name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  return { handle, name };
}

function toName(callId: string): string {
  if (/^[\w-]{1,80}$/.test(callId)) return callId;
  return createHash('sha256').update(callId).digest('hex').slice(0, 24);
}

async function makeFolder(boundary: Boundary): Promise<Opened> {
  let folder = await openFolder(boundary, '.');
  for (const name of outputFolder.split('/')) {
    const parent = folder;
    try {
      folder = await openOrMake(boundary, parent, name);
    } finally {
      await parent.handle.close();
    }
  }
  // So that git does not offer to commit it.
  await writeFile(entryPath(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }).catch(() => undefined);
  return folder;
}

async function openOrMake(boundary: Boundary, parent: Opened, name: string): Promise<Opened> {
  try {
    return await openSubfolder(boundary, parent, name, outputFolder);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
  await mkdir(entryPath(parent, name), { mode: 0o700 });
  return openSubfolder(boundary, parent, name, outputFolder);
}
