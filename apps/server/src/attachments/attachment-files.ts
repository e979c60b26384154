// The bytes of attachments, in files that are named by their hash, outside the database. The same file is kept once, and
// removed when nobody has it, which is asked right before: the same file may have come again meanwhile.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AttachmentFiles } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { writeWhole } from '@slipstream/tools';
import { toPixels } from './image-pixels.ts';
import { createRemovalGate } from './removal-gate.ts';
import { sniff } from './sniff.ts';

/** More than any camera's or screen's; a browser takes four bytes for each. */
const maxPixels = 50_000_000;

const hash = /^[0-9a-f]{64}$/;
/** Not written to its end. */
const half = /^[0-9a-f]{64}\.[0-9a-f-]{36}(?:\.tmp)?$/;

export type AttachmentFolder = AttachmentFiles & {
  /** Gives the hash. Durable when it resolves; rejects with `storage` where nothing was kept. */
  keep(bytes: Buffer): Promise<string>;
  /** Rejects with `not_found`. */
  read(sha256: string): Promise<Buffer>;
  /** Removes what nobody has: left by a crash between keeping and storing, or by an import that failed. */
  sweep(signal: AbortSignal): Promise<void>;
};

/** `unused` gives those of the hashes that no attachment has. */
export function createAttachmentFolder(
  folder: string,
  unused: (hashes: readonly string[]) => Promise<string[]>,
): AttachmentFolder {
  const gate = createRemovalGate();
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const keep = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = pathOf(sha256);
    try {
      if (await isThere(path)) return sha256;
      await writeWhole(path, bytes);
      return sha256;
    } catch (cause) {
      throw new AppError('storage', `The file could not be stored: ${(cause as Error).message}`, { cause });
    }
  };
  const read = async (sha256: string) => {
    try {
      return await readFile(pathOf(sha256));
    } catch (cause) {
      throw new AppError('not_found', 'The file of this attachment is not there any more.', { cause });
    }
  };
  const remove = async (hashes: readonly string[]) => {
    if (hashes.length === 0) return;
    await gate.remove(async () => {
      for (const sha256 of await unused(hashes)) await rm(pathOf(sha256), { force: true });
    });
  };
  return {
    read,
    readBase64: async (sha256) => (await read(sha256)).toString('base64'),
    keep,
    async keepImage(base64) {
      const bytes = Buffer.from(base64, 'base64');
      const found = sniff(bytes);
      if (found?.kind !== 'image' || (toPixels(bytes) ?? maxPixels + 1) > maxPixels) return undefined;
      return { sha256: await keep(bytes), mediaType: found.mediaType, bytes: bytes.length };
    },
    whileKept: gate.work,
    remove,
    async sweep(signal) {
      for (const part of await namesIn(folder)) {
        if (signal.aborted) return;
        const names = await namesIn(join(folder, part));
        await remove(names.filter((name) => hash.test(name)));
        const halves = names.filter((name) => half.test(name));
        if (halves.length > 0)
          await gate.remove(async () => {
            for (const name of halves) await rm(join(folder, part, name), { force: true });
          });
      }
    },
  };
}

/** A folder that is not there has none. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (thrown) {
    if ((thrown as { code?: string }).code === 'ENOENT') return [];
    throw thrown;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
