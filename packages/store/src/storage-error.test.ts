import { AppError } from '@slipstream/protocol';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { toStorageError } from './storage-error.ts';

it.each([
  ['SQLITE_FULL', 'The disk is full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['SQLITE_IOERR', 'The disk reported an error'],
  ['SQLITE_IOERR_FSYNC', 'The disk reported an error'],
  ['SQLITE_BUSY', 'Another program holds the database'],
  ['SQLITE_BUSY_SNAPSHOT', 'Another program holds the database'],
  ['SQLITE_LOCKED', 'Another program holds the database'],
  ['SQLITE_CORRUPT', 'The database is damaged'],
  ['SQLITE_CORRUPT_INDEX', 'The database is damaged'],
  ['SQLITE_NOTADB', 'not a database'],
  ['SQLITE_CANTOPEN', 'cannot be opened'],
  ['SQLITE_CONSTRAINT_UNIQUE', 'do not fit together'],
  ['SQLITE_TOOBIG', 'The database failed'],
])('tells %s in words, and keeps it', (code, words) => {
  const cause = new Sqlite.SqliteError('disk thing', code);
  const error = toStorageError(cause);
  expect(error).toMatchObject({ code: 'storage', cause, details: { sqlite: code } });
  expect(error.message).toContain(words);
});

it('keeps an AppError, and the cause of anything else', () => {
  const known = new AppError('not_found');
  expect(toStorageError(known)).toBe(known);
  const bug = new TypeError('x is not a function');
  expect(toStorageError(bug, '/data/x.db')).toMatchObject({ code: 'storage', cause: bug });
});
