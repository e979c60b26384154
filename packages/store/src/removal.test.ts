import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';

it('leaves no word of a removed session in the file, also in its free pages', async () => {
  const { store, sqlite, path, dump } = await openTestDatabase();
  const canary = 'canary-7f3a zzqkanarienvogel';
  await store.turns.acceptMessage({ ...accept(1, canary), session: { ...accept(1).session, title: canary } });
  await store.turns.beginTurn(idOf('turn', 1), now);
  await store.turns.startEntry(
    entry(1, 1, { name: canary, input: { args: { canary } }, output: { canary } }),
  );
  const counts = {
    messages: 0,
    summary: false,
    recalled: false,
    results: 0,
    shortened: 0,
    stepsFolded: false,
  };
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
