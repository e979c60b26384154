// Calls that are made at the same time share a transaction; each still stands or falls alone.
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openSqlite } from './open-sqlite.ts';
import { createSqliteDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';
import { useTempFolder } from './testing/temp-folder.ts';
import { createWorkQueue } from './work-queue.ts';

const commits = (statements: readonly string[]) => statements.filter((text) => text === 'commit').length;

async function openHeard() {
  const test = await openTestDatabase();
  const statements: string[] = [];
  test.beforeStatement = (text) => statements.push(text);
  return { ...test, test, statements };
}

it('calls of one moment are one commit, in their order, and see what those before them wrote', async () => {
  const { store, statements } = await openHeard();
  const [accepted, queue, , begun] = await Promise.all([
    store.turns.acceptMessage(accept(1)),
    store.history.queue(sessionId),
    store.turns.beginTurn(idOf('turn', 1), now),
    store.sessions.get(sessionId),
  ]);
  expect(accepted).toEqual({ kind: 'accepted', created: true });
  expect(queue).toHaveLength(1);
  expect(begun?.messageCount).toBe(1);
  expect(commits(statements)).toBe(1);
});

it('one that waits for the disk makes all of its moment wait; alone, each is as it asked to be', async () => {
  const { store, sqlite, test } = await openHeard();
  const levels: unknown[] = [];
  test.beforeStatement = (text) => {
    if (text === 'commit') levels.push(sqlite.pragma('synchronous', { simple: true }));
  };
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
  await Promise.all([store.turns.checkpoint(idOf('turn', 1), 'x'), store.turns.acceptMessage(accept(2))]);
  await Promise.all([store.turns.checkpoint(idOf('turn', 1), 'xy'), store.turns.startEntry(entry(1, 1))]);
  const [normal, full] = [1, 2];
  expect(levels).toEqual([full, normal, full, normal]);
});

it('reads of one moment take no lock', async () => {
  const { store, statements } = await openHeard();
  await Promise.all([store.sessions.get(sessionId), store.history.queue(sessionId)]);
  expect(statements).not.toContain('begin immediate');
});

it('what it is held for has nothing else beside it, in its place among the calls', async () => {
  const happened: string[] = [];
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(openSqlite(useTempFolder().path)) });
  onTestFinished(() => db.destroy());
  const queue = createWorkQueue<Tables>({
    db,
    execute: (text) => void happened.push(text),
    inTransaction: () => false,
    begins: () => {},
    committed: () => {},
  });
  const call = (name: string) => queue.add('soon', async () => void happened.push(name));
  const held = async () => {
    happened.push('held');
    await new Promise(setImmediate);
    happened.push('free');
  };
  const calls = [
    call('one'),
    queue.hold(held),
    queue.hold(() => Promise.reject(new Error('no'))),
    call('two'),
  ];
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const each = (name: string) => ['begin immediate', name, 'commit'];
  expect(happened).toEqual([...each('one'), 'held', 'free', ...each('two')]);
});

it('many calls at once are all done', async () => {
  const { store, statements } = await openHeard();
  const count = 300;
  await Promise.all(
    Array.from({ length: count }, (_, index) => store.turns.acceptMessage(accept(index + 1))),
  );
  expect(await store.history.queue(sessionId)).toHaveLength(count);
  expect(commits(statements)).toBe(Math.ceil(count / 64));
});

it('calls that take long are several commits, between which others have their turn', async () => {
  const { store, statements, test } = await openHeard();
  test.beforeStatement = (text) => {
    statements.push(text);
    if (text === 'savepoint one') test.now += 2;
  };
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 10 }, (_, index) => store.turns.acceptMessage(accept(index + 1))));
  over = true;
  expect(commits(statements)).toBe(4);
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(await store.history.queue(sessionId)).toHaveLength(10);
});

it('reads that take long let others have their turn as well', async () => {
  const { store, test } = await openHeard();
  await store.turns.acceptMessage(accept(1));
  test.beforeStatement = () => {
    test.now += 5;
  };
  let turns = 0;
  const reads = Array.from({ length: 5 }, async () => {
    await store.history.queue(sessionId);
    return turns;
  });
  const turn = () => {
    turns += 1;
    if (turns < 10) setImmediate(turn);
  };
  setImmediate(turn);
  expect(new Set(await Promise.all(reads)).size).toBe(5);
});

it('calls of one statement need no savepoint: one that fails has changed nothing, and the others are stored', async () => {
  const { store, statements, dump } = await openHeard();
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
  statements.length = 0;
  const end = { turnId: idOf('turn', 1), status: 'ok', output: {}, durationMs: 1 } as const;
  const settled = await Promise.allSettled([
    store.turns.startEntry(entry(1, 1)),
    store.turns.endEntry({ id: 'unknown', ...end }),
    store.turns.startEntry(entry(1, 1)),
    store.turns.endEntry({ id: entry(1, 1).id, ...end }),
  ]);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  expect(commits(statements)).toBe(1);
  expect(statements.filter((text) => text.startsWith('savepoint'))).toEqual([]);
  expect(dump()['trajectories']).toMatchObject([{ id: entry(1, 1).id, status: 'ok' }]);
});

it('calls are done again where SQLite has taken back all that was done together', async () => {
  const { store, sqlite, test, dump } = await openHeard();
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
  let failed = false;
  test.beforeStatement = (text) => {
    if (failed || !text.includes('insert into trajectories')) return;
    failed = true;
    sqlite.exec('rollback');
    throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  };
  await Promise.all([store.turns.checkpoint(idOf('turn', 1), 'so far'), store.turns.startEntry(entry(1, 1))]);
  expect(failed).toBe(true);
  expect(dump()).toMatchObject({ turns: [{ kept_text: 'so far' }], trajectories: [{ status: 'running' }] });
});

it('whichever statement of a shared transaction fails, what resolved is stored and what rejected is not', async () => {
  for (let failing = 1; ; failing += 1) {
    const test = await openTestDatabase();
    const { store } = test;
    await store.turns.acceptMessage(accept(1));
    await store.turns.beginTurn(idOf('turn', 1), now);
    let count = 0;
    test.beforeStatement = (text) => {
      if (text === 'rollback') return;
      count += 1;
      if (count === failing) throw new Sqlite.SqliteError('disk I/O error', 'SQLITE_IOERR_WRITE');
    };
    const [checkpoint, accepted, started] = await Promise.allSettled([
      store.turns.checkpoint(idOf('turn', 1), 'so far'),
      store.turns.acceptMessage(accept(2)),
      store.turns.startEntry(entry(1, 1)),
    ]);
    const failed = [checkpoint, accepted, started].filter(({ status }) => status === 'rejected');
    expect(failed.length).toBeLessThanOrEqual(1);
    for (const { reason } of failed as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'storage' });
    expect(test.sqlite.inTransaction).toBe(false);
    const { turns, trajectories } = test.dump();
    expect(turns?.[0]).toMatchObject({ kept_text: checkpoint.status === 'fulfilled' ? 'so far' : null });
    expect(turns).toHaveLength(accepted.status === 'fulfilled' ? 2 : 1);
    expect(trajectories).toHaveLength(started.status === 'fulfilled' ? 1 : 0);
    test.beforeStatement = () => {};
    await store.turns.finishTurn(finish(1));
    if (count < failing) break;
  }
});
