// The log of writes is folded beside the store's own thread: it stays short however much is written, and what was
// deleted does not stay in it.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeMessage } from '@slipstream/testkit';
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createSqliteStore } from './create-sqlite-store.ts';
import { createLogFold } from './log-fold.ts';
import { openSqlite } from './open-sqlite.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, finish, idOf, now, sessionId } from './testing/records.ts';
import { useTempFolder } from './testing/temp-folder.ts';

const mebibyte = 1024 * 1024;
const autocheckpoint = (sqlite: Sqlite.Database) => sqlite.pragma('wal_autocheckpoint', { simple: true });
const soon = { timeout: 20_000, interval: 5 };

it('stays short while the store writes without a pause, and no commit folds it', {
  timeout: 60_000,
}, async () => {
  const { store, sqlite, path } = await openTestDatabase();
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
  const text = 'x'.repeat(100_000);
  // 300 MB in all, each commit right after the other.
  for (let n = 0; n < 3000; n += 1) await store.turns.checkpoint(idOf('turn', 1), `${text}${n}`);
  expect(statSync(`${path}-wal`).size).toBeLessThan(48 * mebibyte);
  expect(autocheckpoint(sqlite)).toBe(16_000);
  await store.turns.finishTurn(finish(1));
  await store.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
  const copy = new Sqlite(path);
  onTestFinished(() => void copy.close());
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
});

it('is emptied soon after a session, a message, a queued message was deleted', {
  timeout: 60_000,
}, async () => {
  const { path } = useTempFolder();
  const store = await createSqliteStore({ path });
  onTestFinished(() => store.close());
  const canary = 'canary-7f3a zzqkanarienvogel';
  const holds = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes('zqkanarienvogel'));
  const gone = () => vi.waitUntil(() => !holds(), soon);

  await store.turns.acceptMessage(accept(1, canary));
  await store.turns.acceptMessage(accept(2, canary));
  await store.turns.removeQueued(idOf('turn', 2));
  await store.turns.removeQueued(idOf('turn', 1));
  await gone();
  await store.turns.acceptMessage(accept(3, canary));
  await store.turns.beginTurn(idOf('turn', 3), now);
  await store.turns.finishTurn(finish(3, canary));
  expect(holds()).toBe(true);
  await removeMessage(store, sessionId, idOf('message', 3));
  await gone();
  await store.turns.acceptMessage(accept(4, canary));
  expect(holds()).toBe(true);
  await store.sessions.delete(sessionId);
  await gone();
});

it('is emptied when a reader that was in the way has gone', { timeout: 60_000 }, async () => {
  const { path } = useTempFolder();
  const sqlite = openSqlite(path);
  onTestFinished(() => void sqlite.close());
  sqlite.exec("create table t (a); insert into t values ('canary-7f3a')");
  const reader = new Sqlite(path, { readonly: true });
  reader.exec('begin; select * from t');
  sqlite.exec('delete from t');
  let tries = 0;
  const hold = (work: () => Promise<void>) => {
    tries += 1;
    return work();
  };
  const fold = createLogFold({ sqlite, path, hold, forgetAfterMs: 1, retryAfterMs: 20 });
  onTestFinished(fold.close);
  const log = () => readFileSync(`${path}-wal`);
  fold.forget();
  await vi.waitUntil(() => tries > 1, soon);
  expect(log().includes('canary-7f3a')).toBe(true);
  // Writing goes on meanwhile.
  sqlite.exec('insert into t values (1)');
  reader.close();
  await vi.waitUntil(() => log().length === 0, soon);
  expect(readFileSync(path).includes('canary-7f3a')).toBe(false);
});

it('folds without its thread where that cannot start', async () => {
  const { folder, path } = useTempFolder();
  const sqlite = openSqlite(path);
  onTestFinished(() => void sqlite.close());
  const warnings: unknown[] = [];
  const log = { info: () => {}, warn: (fields: unknown) => warnings.push(fields), error: () => {} };
  const hold = (work: () => Promise<void>) => work();
  const fold = createLogFold({ sqlite, path: join(folder, 'missing', 'x.db'), hold, log });
  sqlite.exec('create table t (a)');
  for (let n = 0; n < 8; n += 1) {
    sqlite.prepare('insert into t values (?)').run('x'.repeat(mebibyte));
    fold.touch();
  }
  await vi.waitUntil(() => warnings.length > 0, soon);
  expect(autocheckpoint(sqlite)).toBe(1000);
  await fold.close();
});
