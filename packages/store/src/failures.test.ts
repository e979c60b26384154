// Real failures of SQLite, made with its own means.
import Sqlite from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';

it('a full disk is told, takes nothing with it, and is over when there is room again', async () => {
  const { store, sqlite, dump } = await openTestDatabase();
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
  const before = dump();
  const limit = sqlite.pragma('max_page_count', { simple: true });
  sqlite.pragma('max_page_count = 1');

  const full = { code: 'storage', details: { sqlite: 'SQLITE_FULL' } };
  const big = 'x'.repeat(100_000);
  await expect(store.turns.acceptMessage(accept(2, big))).rejects.toMatchObject(full);
  await expect(store.turns.startEntry(entry(1, 1, { input: big }))).rejects.toMatchObject(full);
  await expect(store.turns.checkpoint(idOf('turn', 1), big)).rejects.toMatchObject(full);
  await expect(store.turns.finishTurn(finish(1, big))).rejects.toMatchObject(full);
  expect(dump()).toEqual(before);
  await store.ping();

  sqlite.pragma(`max_page_count = ${limit}`);
  await store.turns.finishTurn(finish(1, big));
  expect(await store.turns.acceptMessage(accept(2, big))).toEqual({ kind: 'accepted', created: false });
});

it("another program's lock is told, and what is read meanwhile is read", async () => {
  const { store, sqlite, path } = await openTestDatabase();
  await store.turns.acceptMessage(accept(1));
  sqlite.pragma('busy_timeout = 1');
  const other = new Sqlite(path);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');

  const busy = { code: 'storage', details: { sqlite: 'SQLITE_BUSY' } };
  await expect(store.turns.acceptMessage(accept(2))).rejects.toMatchObject(busy);
  await expect(store.turns.checkpoint(idOf('turn', 1), 'x')).rejects.toMatchObject(busy);
  expect(await store.history.queue(sessionId)).toHaveLength(1);
  await store.ping();

  other.exec('commit');
  expect(await store.turns.acceptMessage(accept(2))).toMatchObject({ kind: 'accepted' });
});

it('a database that turns read-only is told', async () => {
  const { store, sqlite } = await openTestDatabase();
  await store.turns.acceptMessage(accept(1));
  sqlite.pragma('query_only = on');
  await expect(store.turns.acceptMessage(accept(2))).rejects.toMatchObject({
    code: 'storage',
    details: { sqlite: 'SQLITE_READONLY' },
    cause: expect.any(Sqlite.SqliteError),
  });
  await expect(store.turns.beginTurn(idOf('turn', 1), now)).rejects.toMatchObject({ code: 'storage' });
});

it('a failed call fails alone: those that waited behind it are done', async () => {
  const { store } = await openTestDatabase();
  const answers = await Promise.allSettled([
    store.turns.acceptMessage(accept(1)),
    store.turns.startEntry(entry(9, 1)),
    store.turns.beginTurn(idOf('turn', 1), now),
    store.turns.beginTurn(idOf('turn', 9), now),
    store.turns.finishTurn(finish(1)),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

it('waits for the disk before a message counts as accepted, and for nothing else in a turn', async () => {
  const test = await openTestDatabase();
  const levels: unknown[] = [];
  test.beforeStatement = (text) => {
    if (text === 'commit') levels.push(test.sqlite.pragma('synchronous', { simple: true }));
  };
  await test.store.turns.acceptMessage(accept(1));
  await test.store.turns.beginTurn(idOf('turn', 1), now);
  await test.store.turns.checkpoint(idOf('turn', 1), 'x');
  await test.store.turns.startEntry(entry(1, 1));
  await expect(test.store.turns.checkpoint(idOf('turn', 9), 'x')).rejects.toMatchObject({ code: 'storage' });
  await test.store.turns.finishTurn(finish(1));
  const [normal, full] = [1, 2];
  expect(levels).toEqual([full, normal, normal, normal, normal]);
});
