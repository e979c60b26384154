// What files held before a tool changed them: one file per content, named by its hash, in a folder per session. Bounded:
// where they take too much room the ones kept longest ago go. Only the server's own user can read them, and no tool.
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { toContentHash } from '../text/content-hash.ts';
import { writeWhole } from './write-whole.ts';

export type FormerContents = {
  /** Gives the hash once the content is on the disk. Rejects with `storage` where it cannot be kept. */
  keep(sessionId: string, bytes: Uint8Array): Promise<string>;
  has(sessionId: string, hash: string): Promise<boolean>;
  /** Undefined where it is not kept (any more), or is no longer what its name says. */
  read(sessionId: string, hash: string): Promise<Buffer | undefined>;
  /** Removes all of a session's. */
  forget(sessionId: string): Promise<void>;
};

export type FormerContentsOptions = { folder: string; maxBytes?: number };

const defaultMaxBytes = 512 * 1024 * 1024;
const hashShape = /^[0-9a-f]{64}$/;

type Kept = { path: string; bytes: number; at: number };

export function createFormerContents(options: FormerContentsOptions): FormerContents {
  const { folder, maxBytes = defaultMaxBytes } = options;
  let total: number | undefined;
  const placeOf = (sessionId: string, hash: string) => join(folder, sessionId, hash);

  const makeRoom = async (bytes: number, spare: string) => {
    total = (total ?? 0) + bytes;
    if (total <= maxBytes) return;
    const kept = (await listKept(folder)).sort((a, b) => a.at - b.at);
    total = kept.reduce((sum, each) => sum + each.bytes, 0);
    for (const each of kept) {
      if (total <= maxBytes) return;
      if (each.path === spare) continue;
      await rm(each.path, { force: true });
      total -= each.bytes;
    }
  };

  return {
    async keep(sessionId, bytes) {
      const hash = toContentHash(bytes);
      const path = placeOf(sessionId, hash);
      try {
        total ??= (await listKept(folder)).reduce((sum, each) => sum + each.bytes, 0);
        if (await touch(path)) return hash;
        await writeWhole(path, bytes);
        await makeRoom(bytes.length, path);
        return hash;
      } catch (cause) {
        throw new AppError(
          'storage',
          'What the file holds now could not be kept for undoing, so it was not changed. The data folder cannot be written.',
          { cause },
        );
      }
    },
    has: (sessionId, hash) =>
      hashShape.test(hash)
        ? stat(placeOf(sessionId, hash)).then(
            () => true,
            () => false,
          )
        : Promise.resolve(false),
    async read(sessionId, hash) {
      if (!hashShape.test(hash)) return undefined;
      const bytes = await readFile(placeOf(sessionId, hash)).catch(() => undefined);
      return bytes && toContentHash(bytes) === hash ? bytes : undefined;
    },
    async forget(sessionId) {
      await rm(join(folder, sessionId), { recursive: true, force: true });
      total = undefined;
    },
  };
}

/** Whether it is there; it then counts as kept just now. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

async function listKept(folder: string): Promise<Kept[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const kept: Kept[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const stats = await stat(path).catch(() => undefined);
    if (stats) kept.push({ path, bytes: stats.size, at: stats.mtimeMs });
  }
  return kept;
}
