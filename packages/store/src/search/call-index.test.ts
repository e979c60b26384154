import { expect, it } from 'vitest';
import { createSqliteStore } from '../create-sqlite-store.ts';
import { openTestDatabase, type TestDatabase } from '../testing/open-test-database.ts';
import { accept, entry, finish, idOf, now } from '../testing/records.ts';

type Stored = TestDatabase['store'];

async function begin(store: Stored): Promise<void> {
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
}

/** A call that ends at once, with words of its own. */
async function call(store: Stored, n: number): Promise<void> {
  const input = { args: { text: `given${n}` } };
  await store.turns.startEntry(entry(1, n, { kind: 'tool', status: 'running', input, durationMs: null }));
  await store.turns.endEntry({
    id: entry(1, n).id,
    turnId: idOf('turn', 1),
    status: 'ok',
    output: { text: `gave${n}`, truncated: false, bytes: 5 },
    durationMs: 1,
  });
}

const found = async (store: Stored, q: string) =>
  (await store.search.find({ q, limit: 9 })).map(({ kind }) => kind);
const indexed = ({ sqlite }: TestDatabase) =>
  sqlite.prepare("select count(*) from search_docs where source_id like 'entry%'").pluck().get();

it('finds a call of a running turn, though it is not in the index yet', async () => {
  const test = await openTestDatabase();
  await begin(test.store);
  await call(test.store, 1);
  expect(indexed(test)).toBe(0);
  expect(await found(test.store, 'given1')).toEqual(['arguments']);
  expect(await found(test.store, 'gave1')).toEqual(['result']);
  expect(indexed(test)).toBe(2);
});

it('has all calls of a turn in the index when its end is stored, and no more waits than a bound', async () => {
  const test = await openTestDatabase();
  await begin(test.store);
  for (let n = 1; n <= 50; n += 1) await call(test.store, n);
  expect(indexed(test)).toBeGreaterThan(50);
  await test.store.turns.finishTurn(finish(1));
  expect(indexed(test)).toBe(100);
});

it('makes good at the next start what waited when the process died, once', async () => {
  const test = await openTestDatabase();
  await begin(test.store);
  await call(test.store, 1);
  expect(await found(test.store, 'given1')).toHaveLength(1);
  await call(test.store, 2);
  // Nothing is stored when it is closed: that is what a kill leaves.
  await test.store.close();
  const store = await createSqliteStore({ path: test.path });
  try {
    expect(await found(store, 'given2')).toEqual([]);
    expect(await store.turns.recover(now, () => 'answer-1')).toBe(1);
    for (const n of [1, 2]) {
      expect(await found(store, `given${n}`)).toEqual(['arguments']);
      expect(await found(store, `gave${n}`)).toEqual(['result']);
    }
  } finally {
    await store.close();
  }
});

it('tries again what could not be put into the index, with the end of the turn as well', async () => {
  const test = await openTestDatabase();
  await begin(test.store);
  await call(test.store, 1);
  const fail = (text: string) => {
    if (text.includes('insert into search (')) throw new Error('The disk is full.');
  };
  test.beforeStatement = fail;
  expect(await found(test.store, 'given1')).toEqual([]);
  await expect(test.store.turns.finishTurn(finish(1))).rejects.toMatchObject({ code: 'storage' });
  test.beforeStatement = () => {};
  await test.store.turns.finishTurn(finish(1));
  expect(indexed(test)).toBe(2);
  expect(await found(test.store, 'gave1')).toEqual(['result']);
});

it('leaves nothing in the index of a session that was removed while its calls waited', async () => {
  const test = await openTestDatabase();
  await begin(test.store);
  await call(test.store, 1);
  await test.store.sessions.delete(accept(1).session.id);
  expect(await found(test.store, 'given1')).toEqual([]);
  expect(test.sqlite.prepare('select count(*) from search_docs').pluck().get()).toBe(0);
});
