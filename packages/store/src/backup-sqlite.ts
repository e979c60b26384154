// Copies a database while a server uses it: SQLite's own online backup, which is one consistent moment of it. Never
// writes to the database that it copies.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '@slipstream/protocol';
import Sqlite from 'better-sqlite3';
import { toStorageError } from './storage-error.ts';

/**
 * Makes the file `to`, and its folder where that is missing. Rejects with `storage`, and leaves no half of a file, when
 * `from` cannot be read, `to` exists or cannot be written, or the copy is not sound.
 */
export async function backupSqlite(from: string, to: string): Promise<void> {
  if (!existsSync(from))
    throw new AppError(
      'storage',
      `There is no database at ${from}; set DATA_DIR to the folder that the server uses.`,
    );
  if (existsSync(to)) throw new AppError('storage', `${to} is there already; choose another place.`);
  let source: Sqlite.Database | undefined;
  try {
    source = new Sqlite(from, { readonly: true, fileMustExist: true });
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    await source.backup(to);
    check(to);
  } catch (thrown) {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(to + suffix, { force: true });
    if (thrown instanceof Error && 'code' in thrown && `${thrown.code}`.startsWith('E'))
      throw new AppError('storage', `${to} cannot be written: ${thrown.message}`, { cause: thrown });
    throw toStorageError(thrown, from);
  } finally {
    source?.close();
  }
}

function check(path: string): void {
  const copy = new Sqlite(path);
  try {
    // The copy is one file, to be moved as it is.
    copy.pragma('journal_mode = DELETE');
    const found = copy.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok')
      throw new AppError('storage', `${path}: The copy is damaged.`, { details: { found } });
  } finally {
    copy.close();
  }
}
