import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';

const counts = {
  messages: 0,
  summary: false,
  recalled: false,
  results: 0,
  shortened: 0,
  stepsFolded: false,
};

it('leaves no word of a removed session in the file, also in its free pages', async () => {
  const { store, sqlite, path, dump } = await openTestDatabase();
  const canary = 'canary-7f3a zzqkanarienvogel';
  await store.turns.acceptMessage({ ...accept(1, canary), session: { ...accept(1).session, title: canary } });
  await store.turns.beginTurn(idOf('turn', 1), now);
  await store.turns.startEntry(
    entry(1, 1, { name: canary, input: { args: { canary } }, output: { canary } }),
  );
  const parts = [{ name: 'user', text: canary }];
  await store.prompts.keep({ id: 'entry-1-1', turnId: idOf('turn', 1) }, { parts, counts });
  await store.turns.checkpoint(idOf('turn', 1), canary);
  await store.turns.finishTurn(finish(1, canary));
  await store.summaries.add({
    id: 'summary-1',
    sessionId,
    throughId: idOf('answer', 1),
    text: canary,
    messages: 2,
    beforeTokens: 2,
    afterTokens: 1,
    now,
  });
  await store.turns.acceptMessage(accept(2, canary));
  const holds = () => {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const file = readFileSync(path);
    return file.includes(canary) || file.includes('zqkanarienvogel');
  };
  expect(await store.search.find({ q: 'zzqkanarien', limit: 9 })).not.toEqual([]);
  expect(holds()).toBe(true);
  expect(await store.sessions.delete(sessionId)).toBe(true);
  expect(dump()).toEqual({ sessions: [], turns: [], messages: [], trajectories: [], summaries: [] });
  expect(sqlite.prepare('select * from prompt_texts').all()).toEqual([]);
  expect(sqlite.prepare('select * from prompt_parts').all()).toEqual([]);
  expect(holds()).toBe(false);
});

it('takes a long session out of the index in parts, between which others are served', async () => {
  const test = await openTestDatabase();
  const { store, sqlite } = test;
  const turns = 60;
  for (let n = 1; n <= turns; n += 1) {
    await store.turns.acceptMessage(accept(n, `zzqkanarien ${n}`));
    await store.turns.beginTurn(idOf('turn', n), now);
    await store.turns.finishTurn(finish(n, `zzqkanarien ${n}`));
  }
  const other = 'aaaaaaaa-0000-7000-8000-000000000002';
  const removed: string[] = [];
  let inOneGo = 0;
  let most = 0;
  test.beforeStatement = (text) => {
    if (text.startsWith('release') || text.startsWith('commit')) inOneGo = 0;
    if (text.includes("values ('delete'")) most = Math.max(most, ++inOneGo);
  };
  const deleted = store.sessions.delete(sessionId).then(() => removed.push('the long session'));
  await store.turns.acceptMessage(accept(turns + 1, 'meanwhile', other));
  removed.push('the message of another');
  await deleted;
  expect(removed).toEqual(['the message of another', 'the long session']);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(17);
  expect(await store.search.find({ q: 'zzqkanarien', limit: 9 })).toEqual([]);
  expect(sqlite.prepare('select distinct session_id from search_docs').pluck().all()).toEqual([other]);
});

it('takes the rows of a long session in parts, and the prompts that nobody else was sent', async () => {
  const test = await openTestDatabase();
  const { store, sqlite } = test;
  const turns = 130;
  for (let n = 1; n <= turns; n += 1) {
    await store.turns.acceptMessage(accept(n));
    await store.turns.beginTurn(idOf('turn', n), now);
    if (n % 20 === 0) {
      await store.turns.startEntry(entry(n, 1, { kind: 'step', name: 'm' }));
      const parts = [{ name: 'user', text: `Text ${n}` }];
      await store.prompts.keep({ id: `entry-${n}-1`, turnId: idOf('turn', n) }, { parts, counts });
    }
    await store.turns.finishTurn(finish(n));
  }
  const commits: string[][] = [[]];
  test.beforeStatement = (text) => {
    if (text.startsWith('begin')) commits.push([]);
    commits.at(-1)?.push(text);
  };
  expect(await store.sessions.delete(sessionId)).toBe(true);
  const withTurns = commits.filter((texts) => texts.some((text) => text.startsWith('delete from "turns"')));
  const withMessages = commits.filter((texts) =>
    texts.some((text) => text.startsWith('delete from "messages"')),
  );
  expect(withTurns).toHaveLength(7);
  expect(withMessages).toHaveLength(1);
  for (const table of [
    'sessions',
    'turns',
    'messages',
    'trajectories',
    'prompt_parts',
    'prompt_texts',
    'search_docs',
  ])
    expect(sqlite.prepare(`select count(*) from ${table}`).pluck().get(), table).toBe(0);
});
