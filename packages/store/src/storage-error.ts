// Turns a failure of SQLite into the AppError that callers branch on, in words that say what to do.
// It must not swallow anything: the driver's own error stays as the cause.
import { AppError } from '@slipstream/protocol';
import Sqlite from 'better-sqlite3';

/** By SQLite's primary result code: the extended ones add a suffix (`SQLITE_IOERR_FSYNC`). */
const sentences: readonly (readonly [code: string, sentence: string])[] = [
  ['SQLITE_FULL', 'The disk is full; nothing was stored.'],
  ['SQLITE_READONLY', 'The database cannot be written: it or its folder is read-only. Nothing was stored.'],
  ['SQLITE_CANTOPEN', 'The database file cannot be opened; check the data folder and its permissions.'],
  ['SQLITE_PERM', 'The database file cannot be opened; check the data folder and its permissions.'],
  ['SQLITE_IOERR', 'The disk reported an error while the database was used; nothing was stored.'],
  ['SQLITE_BUSY', 'Another program holds the database; nothing was stored. Try again.'],
  ['SQLITE_LOCKED', 'Another program holds the database; nothing was stored. Try again.'],
  [
    'SQLITE_CORRUPT',
    'The database is damaged. Restore a backup of the data folder, or start with an empty one.',
  ],
  ['SQLITE_NOTADB', 'The database file is not a database. Move it away, or choose another data folder.'],
  ['SQLITE_CONSTRAINT', 'The records do not fit together; nothing was stored.'],
];

/** An AppError stays itself; everything else becomes `storage`, with `subject` (a path, say) put before the sentence. */
export function toStorageError(thrown: unknown, subject?: string): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = thrown instanceof Sqlite.SqliteError ? thrown.code : undefined;
  const known = sentences.find(([prefix]) => code === prefix || code?.startsWith(`${prefix}_`));
  const sentence = known?.[1] ?? 'The database failed; nothing was stored.';
  return new AppError('storage', subject === undefined ? sentence : `${subject}: ${sentence}`, {
    cause: thrown,
    ...(code === undefined ? {} : { details: { sqlite: code } }),
  });
}
