// Copies the data folder while a server uses it, into a folder that can take its place as it is.
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { backupSqlite } from '@slipstream/store';

/**
 * Gives the folder. Rejects with `storage`, and leaves nothing, when it is there already or something cannot be copied.
 * The database comes first: files that are added later are then in the copy without a use, and none is missing.
 */
export async function runBackup(dataDir: string, to: string): Promise<string> {
  await mkdir(join(to, '..'), { recursive: true });
  try {
    await mkdir(to, { mode: 0o700 });
  } catch (cause) {
    throw new AppError('storage', `The folder ${to} cannot be made; it may be there already.`, { cause });
  }
  try {
    await backupSqlite(join(dataDir, 'slipstream.db'), join(to, 'slipstream.db'));
    await copyFolder(join(dataDir, 'attachments'), join(to, 'attachments'));
    return to;
  } catch (thrown) {
    await rm(to, { recursive: true, force: true });
    throw thrown;
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, { recursive: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new AppError('storage', `${from} cannot be copied: ${(cause as Error).message}`, { cause });
  }
}
