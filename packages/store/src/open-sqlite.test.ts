import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';
import { useTempFolder } from './testing/temp-folder.ts';
import { withoutRootRights } from './testing/unprivileged.ts';

const session = (n: number) => ({
  id: `aaaaaaaa-0000-7000-8000-${String(n).padStart(12, '0')}`,
  title: 'A session with a title '.repeat(20),
  model: 'm',
  mode: 'default' as const,
  workspace: '/w',
  now: '2026-01-01T00:00:00.000Z',
});

async function fill(path: string, sessions: number): Promise<void> {
  const store = await createSqliteStore({ path });
  for (let n = 0; n < sessions; n++) await store.sessions.create(session(n));
  await store.close();
}

async function failureOf(opening: Promise<{ close(): Promise<void> }>): Promise<AppError> {
  try {
    const store = await opening;
    await store.close();
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('the store opened');
}

it('makes the data folder, closed to others, and a database whose tables check their types', async () => {
  const { folder } = useTempFolder();
  const path = join(folder, 'deep', 'er', 'slipstream.db');
  await fill(path, 1);
  expect(statSync(join(folder, 'deep', 'er')).mode & 0o777).toBe(0o700);
  const sqlite = new Sqlite(path, { readonly: true });
  onTestFinished(() => void sqlite.close());
  expect(sqlite.pragma('journal_mode', { simple: true })).toBe('wal');
  const tables = sqlite.prepare(`select name, strict from pragma_table_list where schema = 'main'`).all();
  for (const name of ['sessions', 'turns', 'messages', 'trajectories'])
    expect(tables).toContainEqual({ name, strict: 1 });
});

it('takes a path with spaces and other scripts', async () => {
  const { folder } = useTempFolder();
  const path = join(folder, 'my data 数据 %20', "it's.db");
  await fill(path, 1);
  expect(existsSync(path)).toBe(true);
});

it('says when the data folder cannot be made', async () => {
  const { folder } = useTempFolder();
  writeFileSync(join(folder, 'file'), '');
  const failure = await failureOf(createSqliteStore({ path: join(folder, 'file', 'sub', 'x.db') }));
  expect(failure.code).toBe('storage');
  expect(failure.message).toContain(join(folder, 'file', 'sub'));
  expect(failure.cause).toMatchObject({ code: 'ENOTDIR' });
});

it('says when the data folder cannot be written', async () => {
  const { folder } = useTempFolder();
  chmodSync(folder, 0o555);
  const path = join(folder, 'slipstream.db');
  const failure = await withoutRootRights(() => failureOf(createSqliteStore({ path })));
  expect(failure).toMatchObject({ code: 'storage', details: { sqlite: 'SQLITE_CANTOPEN' } });
  expect(failure.message).toBe(
    `${path}: The database file cannot be opened; check the data folder and its permissions.`,
  );
});

it('says when the database is in a folder that has become read-only', async () => {
  const { folder, path } = useTempFolder();
  await fill(path, 1);
  chmodSync(path, 0o444);
  chmodSync(folder, 0o555);
  const failure = await withoutRootRights(() => failureOf(createSqliteStore({ path })));
  expect(failure.code).toBe('storage');
  expect(failure.message).toContain(path);
});

it('says when the database file is read-only', async () => {
  const { folder, path } = useTempFolder();
  await fill(path, 1);
  chmodSync(folder, 0o777);
  chmodSync(path, 0o444);
  if (process.getuid?.() === 0) chownSync(`${path}.lock`, 65534, 65534);
  const failure = await withoutRootRights(() => failureOf(createSqliteStore({ path })));
  expect(failure.code).toBe('storage');
  expect(failure.details).toMatchObject({ sqlite: expect.stringMatching(/^SQLITE_(READONLY|CANTOPEN)/) });
  expect(failure.message).toContain(path);
});

it('refuses a file that is not a database, and leaves it as it is', async () => {
  const { path } = useTempFolder();
  const text = 'These are my notes.\n'.repeat(500);
  writeFileSync(path, text);
  const failure = await failureOf(createSqliteStore({ path }));
  expect(failure).toMatchObject({ code: 'storage', details: { sqlite: 'SQLITE_NOTADB' } });
  expect(failure.message).toBe(
    `${path}: The database file is not a database. Move it away, or choose another data folder.`,
  );
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('refuses a folder in the place of the file', async () => {
  const { path } = useTempFolder();
  mkdirSync(path);
  expect((await failureOf(createSqliteStore({ path }))).code).toBe('storage');
});

it('refuses a damaged database: any page overwritten, or the end cut off', async () => {
  const { folder, path } = useTempFolder();
  await fill(path, 100);
  // A page that holds nothing cannot be damaged.
  const database = new Sqlite(path);
  database.exec('VACUUM');
  database.close();
  const sound = readFileSync(path);
  const pages = sound.length / 4096;
  expect(pages).toBeGreaterThan(20);
  const damaged = join(folder, 'damaged.db');
  for (let page = 1; page < pages; page++) {
    copyFileSync(path, damaged);
    writeFileSync(damaged, Buffer.from(sound).fill(0xa5, page * 4096, page * 4096 + 4096));
    const failure = await failureOf(createSqliteStore({ path: damaged }));
    expect(failure.code).toBe('storage');
    expect(failure.message).toContain('The database is damaged.');
  }
  writeFileSync(damaged, sound.subarray(0, sound.length - 3 * 4096));
  expect((await failureOf(createSqliteStore({ path: damaged }))).message).toContain('damaged');
});

it('opens again after a failed attempt: nothing stays locked', async () => {
  const { path } = useTempFolder();
  writeFileSync(path, 'x'.repeat(5000));
  await failureOf(createSqliteStore({ path }));
  writeFileSync(path, '');
  await fill(path, 1);
  await fill(path, 0);
});

it('lets only one store use a database at a time', async () => {
  const { path } = useTempFolder();
  const store = await createSqliteStore({ path });
  const failure = await failureOf(createSqliteStore({ path }));
  expect(failure).toMatchObject({ code: 'storage' });
  expect(failure.message).toContain('Another server uses this data folder.');
  await store.sessions.create(session(1));
  await store.close();
  const next = await createSqliteStore({ path });
  expect(await next.sessions.get(session(1).id)).toMatchObject({ id: session(1).id });
  await next.close();
});
