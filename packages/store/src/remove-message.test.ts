import { readFileSync } from 'node:fs';
import { removeMessage } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';

const canary = 'canary-2b9d zzqzaunkoenig';

async function setUp() {
  const database = await openTestDatabase();
  const { store } = database;
  const say = async (n: number, question: string, answer: string, parentId?: string | null) => {
    await store.turns.acceptMessage({
      ...accept(n, question),
      ...(parentId === undefined ? {} : { parentId }),
    });
    await store.turns.beginTurn(idOf('turn', n), now);
    await store.turns.startEntry(entry(n, 1, { input: { args: { question } }, output: { text: answer } }));
    await store.turns.finishTurn(finish(n, answer));
  };
  const shown = async () =>
    (await store.history.messages(sessionId, { limit: 50 })).messages.map(({ text }) => text);
  return { ...database, database, say, shown };
}

it('removes a message with all that follows, and leaves no word of it in the file', async () => {
  const { store, sqlite, path, say, shown } = await setUp();
  await say(1, 'one', 'first');
  await say(2, canary, canary);
  await say(3, 'three', canary);
  const fold = { sessionId, messages: 2, beforeTokens: 2, afterTokens: 1, now };
  await store.summaries.add({ ...fold, id: 's1', throughId: idOf('answer', 1), text: 'of the first' });
  await store.summaries.add({ ...fold, id: 's2', throughId: idOf('answer', 2), text: canary });
  await store.sessions.setTodos(sessionId, [{ text: canary, status: 'pending' }]);
  const holds = () => {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    const file = readFileSync(path);
    return file.includes(canary) || file.includes('zqzaunkoenig');
  };
  expect(await store.search.find({ q: 'zzqzaun', limit: 9 })).not.toEqual([]);
  expect(holds()).toBe(true);

  const { session, messageIds } = await removeMessage(store, sessionId, idOf('message', 2));
  expect(messageIds.sort()).toEqual([
    idOf('answer', 2),
    idOf('answer', 3),
    idOf('message', 2),
    idOf('message', 3),
  ]);
  expect(session).toMatchObject({
    headId: idOf('answer', 1),
    messageCount: 2,
    lastTurn: { turnId: idOf('turn', 1), status: 'completed' },
    compaction: { id: 's1' },
    usage: { inputTokens: 21 },
  });
  expect(await shown()).toEqual(['one', 'first']);
  expect(await store.search.find({ q: 'zzqzaun', limit: 9 })).toEqual([]);
  expect(holds()).toBe(false);
});

it('shows the newest other version where there is one, and leaves other branches alone', async () => {
  const { store, say, shown } = await setUp();
  await say(1, 'one', 'first');
  await say(2, 'two', 'second', idOf('answer', 1));
  await say(3, 'two, better', 'third', idOf('answer', 1));
  await removeMessage(store, sessionId, idOf('message', 3));
  expect(await shown()).toEqual(['one', 'first', 'two', 'second']);
  await say(4, 'three', 'fourth');
  await say(5, 'aside', 'fifth', idOf('answer', 1));
  await removeMessage(store, sessionId, idOf('message', 2));
  expect(await shown()).toEqual(['one', 'first', 'aside', 'fifth']);
});

it('removes an answer alone: its question stays, and is known if it is sent again', async () => {
  const { store, say, shown } = await setUp();
  await say(1, 'one', canary);
  const { session } = await removeMessage(store, sessionId, idOf('answer', 1));
  expect(session).toMatchObject({ headId: idOf('message', 1), messageCount: 1 });
  expect(session.lastTurn).toBeUndefined();
  expect(await shown()).toEqual(['one']);
  expect(await store.history.entries(idOf('turn', 1))).toEqual([]);
  expect(await store.turns.acceptMessage(accept(1, 'one'))).toMatchObject({ kind: 'duplicate' });
});

it('can empty a session, which goes on from there', async () => {
  const { store, say, shown } = await setUp();
  await say(1, 'one', 'first');
  const { session } = await removeMessage(store, sessionId, idOf('message', 1));
  expect(session).toMatchObject({ headId: null, messageCount: 0 });
  await say(2, 'again', 'second');
  expect(await shown()).toEqual(['again', 'second']);
});

it('an answer that was given again goes with its own turn', async () => {
  const { store, say, shown } = await setUp();
  await say(1, 'one', 'first');
  const again = { sessionId, messageId: idOf('answer', 1), turnId: idOf('turn', 2), channel: 'web', now };
  await store.turns.acceptRegeneration({ ...again, model: 'other' });
  expect((await store.turns.beginTurn(idOf('turn', 2), now)).turn.model).toBe('other');
  await store.turns.finishTurn(finish(2, 'second'));
  await removeMessage(store, sessionId, idOf('answer', 2));
  expect(await shown()).toEqual(['one', 'first']);
  expect(await store.history.turn(sessionId, idOf('turn', 2))).toBeUndefined();
});

it('is refused while a turn runs or waits, and for what is not there', async () => {
  const { store, say, shown } = await setUp();
  await say(1, 'one', 'first');
  const remove = (id: string) => removeMessage(store, sessionId, id);
  await store.turns.acceptMessage(accept(2));
  await expect(remove(idOf('message', 1))).rejects.toMatchObject({ code: 'busy' });
  await store.turns.beginTurn(idOf('turn', 2), now);
  await expect(remove(idOf('message', 1))).rejects.toMatchObject({ code: 'busy' });
  await store.turns.finishTurn(finish(2));
  await expect(remove('no-such')).rejects.toMatchObject({ code: 'not_found' });
  await expect(removeMessage(store, 'no-session', idOf('message', 1))).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await shown()).toHaveLength(4);
});

it('takes its files along, but not those that another version carries', async () => {
  const { store, say } = await setUp();
  await say(1, 'one', 'first');
  const file = { sessionId, name: 'a.txt', mediaType: 'text/plain', bytes: 1, text: 'x', note: null };
  await store.attachments.add({ ...file, id: 'f1', sha256: 'h1', createdAt: now });
  await store.attachments.add({ ...file, id: 'f2', sha256: 'h2', createdAt: now });
  const send = async (n: number, attachments: string[]) => {
    await store.turns.acceptMessage({ ...accept(n), parentId: idOf('answer', 1), attachments });
    await store.turns.beginTurn(idOf('turn', n), now);
    await store.turns.finishTurn(finish(n));
  };
  await send(2, ['f1', 'f2']);
  await send(3, ['f2']);
  const { unusedFiles } = await removeMessage(store, sessionId, idOf('message', 2));
  expect(unusedFiles).toEqual(['h1']);
  expect(await store.attachments.get('f1')).toBeUndefined();
  expect(await store.attachments.get('f2')).toMatchObject({ sha256: 'h2' });
});

it('goes in parts from the end, between which others are served, and is whole after each', async () => {
  const { store, say, shown, database } = await setUp();
  for (let n = 1; n <= 60; n += 1) await say(n, `question ${n}`, `answer ${n}`);
  let inOneGo = 0;
  let most = 0;
  database.beforeStatement = (text) => {
    if (text.startsWith('release') || text.startsWith('commit')) inOneGo = 0;
    if (text.startsWith('delete from "messages"')) most = Math.max(most, ++inOneGo);
  };
  const parts = store.sessions.removeMessage(sessionId, idOf('message', 11))[Symbol.asyncIterator]();
  const { value: first } = await parts.next();
  expect(first.messageIds).toContain(idOf('answer', 60));
  expect(first.session).toMatchObject({ headId: idOf('answer', 44), messageCount: 88 });
  expect((await shown()).at(-1)).toBe('answer 44');
  expect(await store.search.find({ q: 'answer 60', limit: 9 })).toEqual([]);

  let session = first.session;
  for (let next = await parts.next(); !next.done; next = await parts.next()) session = next.value.session;
  expect(session).toMatchObject({ headId: idOf('answer', 10), messageCount: 20 });
  expect(most).toBe(32);
});

it('takes the many calls of a turn out of the index before, some at a time', async () => {
  const database = await openTestDatabase();
  const { store, sqlite } = database;
  await store.turns.acceptMessage(accept(1));
  await store.turns.beginTurn(idOf('turn', 1), now);
  for (let n = 1; n <= 80; n += 1)
    await store.turns.startEntry(entry(1, n, { input: { args: { word: 'zzqzaun' } } }));
  await store.turns.finishTurn(finish(1));
  let inOneGo = 0;
  let most = 0;
  database.beforeStatement = (text) => {
    if (text.startsWith('release') || text.startsWith('commit')) inOneGo = 0;
    if (text.includes("values ('delete'")) most = Math.max(most, ++inOneGo);
  };
  await removeMessage(store, sessionId, idOf('message', 1));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(16);
  expect(sqlite.prepare('select kind from search_docs').pluck().all()).toEqual([0]);
});
