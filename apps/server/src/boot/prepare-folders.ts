// Makes the server's two folders before anything uses them, and tells in one sentence which one cannot be used.
import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '@slipstream/protocol';

/** Rejects with `invalid_config` where a folder cannot be made or written. */
export async function prepareFolders(folders: { dataDir: string; workspaceDir: string }): Promise<void> {
  // What the server keeps is nobody else's; the workspace is the user's own and gets their usual rights.
  await prepare({ name: 'data folder', setting: 'DATA_DIR', path: folders.dataDir, mode: 0o700 });
  await prepare({
    name: 'workspace folder',
    setting: 'WORKSPACE_DIR',
    path: folders.workspaceDir,
    mode: 0o777,
  });
}

type Folder = { name: string; setting: string; path: string; mode: number };

async function prepare(folder: Folder): Promise<void> {
  try {
    await makeFolder(folder.path, folder.mode);
    // The slash makes a file in its place a fault.
    await access(`${folder.path}/`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new AppError('invalid_config', toSentence(folder, (cause as NodeJS.ErrnoException).code), {
      cause,
    });
  }
}

/** Node's own recursive way never ends where a file system says ENOENT to a parent that exists (as /proc does). */
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw cause;
    await makeFolder(dirname(path), 0o777);
    await mkdir(path, { mode });
  }
}

/** One sentence for a folder that failed with this system code. */
export function toSentence({ name, setting, path }: Omit<Folder, 'mode'>, code: string | undefined): string {
  const denied = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
  return (
    `The ${name} ${path} cannot be ${denied ? 'written' : 'used'} (${code ?? 'unknown reason'}); ` +
    `set ${setting} to another folder.`
  );
}
