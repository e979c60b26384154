// The bytes of attachments, in files that are named by their hash, outside the database. The same file is kept once.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { AttachmentFiles } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { toPixels } from './image-pixels.ts';
import { sniff } from './sniff.ts';

/** More than any camera's or screen's; a browser takes four bytes for each. */
const maxPixels = 50_000_000;

export type AttachmentFolder = AttachmentFiles & {
  /** Gives the hash. Durable when it resolves; rejects with `storage` where nothing was kept. */
  keep(bytes: Buffer): Promise<string>;
  /** Rejects with `not_found`. */
  read(sha256: string): Promise<Buffer>;
};

export function createAttachmentFolder(folder: string): AttachmentFolder {
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
  const keep = async (bytes: Buffer) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const path = pathOf(sha256);
    try {
      if (await isThere(path)) return sha256;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const half = `${path}.${randomUUID()}`;
      const file = await open(half, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(half, path);
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
    async remove(hashes) {
      for (const sha256 of hashes) await rm(pathOf(sha256), { force: true });
    },
  };
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
