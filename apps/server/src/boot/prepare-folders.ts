// Makes the server's two folders before anything uses them, and tells in one sentence which one cannot be used.
import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { AppError } from '@slipstream/protocol';

/** Rejects with `invalid_config` where a folder cannot be made or written. */
export async function prepareFolders(folders: { dataDir: string; workspaceDir: string }): Promise<void> {
  // What the server keeps is nobody else's; the workspace is the user's own and gets their usual rights.
  await prepare('data folder', 'DATA_DIR', folders.dataDir, 0o700);
  await prepare('workspace folder', 'WORKSPACE_DIR', folders.workspaceDir, 0o777);
}

async function prepare(what: string, setting: string, path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode });
    if (!(await stat(path)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new AppError(
      'invalid_config',
      `The ${what} ${path} cannot be ${code === 'EACCES' || code === 'EROFS' ? 'written' : 'used'} ` +
        `(${code ?? 'unknown reason'}); set ${setting} to another folder.`,
      { cause },
    );
  }
}
