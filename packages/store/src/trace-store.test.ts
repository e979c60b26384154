import { pruneTraces } from '@slipstream/agent';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, sessionId } from './testing/records.ts';

const day = 24 * 60 * 60 * 1000;
const at = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();

/** Turn `n` ended on day `n` with a call whose words are its own. */
async function setUp(turns: number) {
  const test = await openTestDatabase();
  for (let n = 1; n <= turns; n++) {
    await test.store.turns.acceptMessage({ ...accept(n), now: at(n) });
    await test.store.turns.beginTurn(idOf('turn', n), at(n));
    await test.store.turns.startEntry(entry(n, 1, { input: { args: { word: `zebra${n}` } } }));
    await test.store.turns.finishTurn({ ...finish(n), now: at(n) });
  }
  const kept = async () => {
    const left: number[] = [];
    for (let n = 1; n <= turns; n++)
      if ((await test.store.history.entries(idOf('turn', n))).length > 0) left.push(n);
    return left;
  };
  const prune = (limits: { maxAgeMs?: number; maxBytes?: number }) =>
    pruneTraces(
      test.store.traces,
      { maxAgeMs: limits.maxAgeMs ?? null, maxBytes: limits.maxBytes ?? null },
      {
        clock: { now: () => Date.UTC(2026, 0, turns + 1), after: () => () => {} },
        log: { info() {}, warn() {}, error() {} },
        signal: new AbortController().signal,
      },
    );
  return { ...test, kept, prune };
}

it('removes traces by age, never a message, and takes them out of the search', async () => {
  const { store, kept, prune } = await setUp(70);
  expect(await prune({ maxAgeMs: 3 * day })).toBe(67);
  expect(await kept()).toEqual([68, 69, 70]);
  expect(await store.search.find({ q: 'zebra7', limit: 99 })).toHaveLength(1);
  const { messages } = await store.history.messages(sessionId, { limit: 200 });
  expect(messages).toHaveLength(140);
  expect(messages[1]?.trace).toBeDefined();
  expect(await prune({ maxAgeMs: 3 * day })).toBe(0);
});

it('removes the oldest until the rest fits, and nothing without a limit', async () => {
  const { store, kept, prune } = await setUp(120);
  expect(await prune({})).toBe(0);
  const size = await store.traces.size();
  expect(size).toBeGreaterThan(0);
  await prune({ maxBytes: Math.floor(size / 2) });
  const left = await kept();
  expect(left.at(-1)).toBe(120);
  expect(left[0]).toBeGreaterThan(1);
  expect(await store.traces.size()).toBeLessThanOrEqual(size / 2);
});

it('leaves a turn that runs alone', async () => {
  const { store, kept, prune } = await setUp(2);
  await store.turns.acceptMessage({ ...accept(3), now: at(1) });
  await store.turns.beginTurn(idOf('turn', 3), at(1));
  await store.turns.startEntry(entry(3, 1));
  await prune({ maxBytes: 0 });
  expect(await kept()).toEqual([]);
  expect(await store.history.entries(idOf('turn', 3))).toHaveLength(1);
});
