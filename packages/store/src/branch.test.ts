// Branches that fork: no call of the port makes one yet, so the forks are put into the tables here.
import { expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './testing/open-test-database.ts';
import { accept, finish, idOf, now, sessionId } from './testing/records.ts';

async function answered(test: TestDatabase, n: number): Promise<void> {
  await test.store.turns.acceptMessage(accept(n));
  await test.store.turns.beginTurn(idOf('turn', n), now);
  await test.store.turns.finishTurn(finish(n));
}

const setHead = (test: TestDatabase, id: string | null) =>
  test.sqlite.prepare('update sessions set head_id = ?').run(id);

it('reads the branch of the head only, and names siblings in the order they were made', async () => {
  const test = await openTestDatabase();
  await answered(test, 1);
  await answered(test, 9);
  setHead(test, idOf('answer', 1));
  await answered(test, 3);
  setHead(test, idOf('answer', 1));
  await answered(test, 5);

  const { messages } = await test.store.history.messages(sessionId, { limit: 9 });
  expect(messages.map((message) => message.id)).toEqual(['message-1', 'answer-1', 'message-5', 'answer-5']);
  expect(messages.map((message) => message.siblings)).toEqual([
    ['message-1'],
    ['answer-1'],
    ['message-9', 'message-3', 'message-5'],
    ['answer-5'],
  ]);
  const older = await test.store.history.messages(sessionId, { limit: 9, before: 'answer-9' });
  expect(older.messages.map((message) => message.id)).toEqual(['message-1', 'answer-1', 'message-9']);
});

it('counts first messages of one session as siblings, of another not', async () => {
  const test = await openTestDatabase();
  await answered(test, 1);
  setHead(test, null);
  await answered(test, 2);
  await test.store.turns.acceptMessage(accept(3, 'x', 'another-session'));
  const { message } = await test.store.turns.beginTurn(idOf('turn', 3), now);
  expect(message.siblings).toEqual(['message-3']);
  const { messages } = await test.store.history.messages(sessionId, { limit: 9 });
  expect(messages.map((stored) => stored.siblings)).toEqual([['message-1', 'message-2'], ['answer-2']]);
});

it('tells answers from questions under one parent', async () => {
  const test = await openTestDatabase();
  await answered(test, 1);
  setHead(test, idOf('message', 1));
  await test.store.turns.acceptMessage(accept(2));
  const { message } = await test.store.turns.beginTurn(idOf('turn', 2), now);
  expect(message).toMatchObject({ parentId: 'message-1', siblings: ['message-2'] });
});

it('ends where a chain of parents is broken or runs in a circle', async () => {
  const test = await openTestDatabase();
  for (const n of [1, 2]) await answered(test, n);
  test.sqlite.prepare(`update messages set parent_id = 'gone' where id = 'message-2'`).run();
  const broken = await test.store.history.messages(sessionId, { limit: 9 });
  expect(broken.messages.map((message) => message.id)).toEqual(['message-2', 'answer-2']);
  test.sqlite.prepare(`update messages set parent_id = 'answer-2' where id = 'message-2'`).run();
  const circle = await test.store.history.messages(sessionId, { limit: 9 });
  expect(circle.messages).toHaveLength(9);
});
