// No call that is made while people work may read a table whole: its cost must not grow with what is stored.
import { removeMessage } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { openTestDatabase } from './testing/open-test-database.ts';
import { accept, entry, finish, idOf, now, sessionId } from './testing/records.ts';

it('reads by index in every call but the search and the start', async () => {
  const test = await openTestDatabase();
  const statements = new Set<string>();
  test.beforeStatement = (text) => void statements.add(text);
  const { sessions, turns, history, changes, summaries, prompts } = test.store;

  await turns.acceptMessage(accept(1));
  await turns.acceptMessage(accept(1));
  await turns.acceptMessage(accept(2));
  await turns.beginTurn(idOf('turn', 1), now);
  await turns.startEntry(entry(1, 1));
  const sent = { messages: 1, summary: false, recalled: false, results: 0, shortened: 0, stepsFolded: false };
  const entryOf = { id: 'entry-1-1', turnId: idOf('turn', 1) };
  await prompts.keep(entryOf, { parts: [{ name: 'role', text: 'x' }], counts: sent });
  await prompts.get('entry-1-1');
  await turns.endEntry({ id: 'entry-1-1', turnId: 'turn-1', status: 'ok', output: 1, durationMs: 1 });
  await turns.checkpoint(idOf('turn', 1), 'x');
  await turns.finishTurn(finish(1));
  await turns.removeQueued(idOf('turn', 2));
  await turns.acceptMessage({ ...accept(3), parentId: idOf('answer', 1), first: true });
  await turns.editQueued(idOf('turn', 3), 'Better');
  await turns.acceptRegeneration({
    sessionId,
    messageId: idOf('answer', 1),
    turnId: 'turn-4',
    channel: 'web',
    now,
  });
  await turns.beginTurn('turn-4', now);
  await turns.joinTurn(idOf('turn', 3), 'turn-4', now);
  await turns.finishTurn({ ...finish(4), turnId: 'turn-4' });
  await sessions.moveHead(sessionId, { messageId: idOf('message', 1), newest: true });
  await sessions.moveHead(sessionId, { messageId: idOf('message', 1), newest: false });
  await sessions.get(sessionId);
  await turns.acceptMessage(accept(5));
  await turns.beginTurn(idOf('turn', 5), now);
  await turns.finishTurn(finish(5));
  await removeMessage(test.store, sessionId, idOf('message', 5));
  await sessions.update(sessionId, { pinned: true });
  await sessions.setTodos(sessionId, [{ text: 'a', status: 'done' }]);
  await sessions.todos(sessionId);
  const { nextCursor } = await sessions.list({ limit: 1, archived: false });
  expect(nextCursor).toBeNull();
  const cursor = Buffer.from(JSON.stringify([now, sessionId])).toString('base64url');
  await sessions.list({ limit: 1, archived: false, cursor });
  await history.messages(sessionId, { limit: 50 });
  await history.messages(sessionId, { limit: 50, before: idOf('answer', 1) });
  await history.queue(sessionId);
  await history.turn(sessionId, idOf('turn', 1));
  await history.entries(idOf('turn', 1));
  const change = { id: 'change-1', sessionId, turnId: idOf('turn', 1), callId: 'c', path: 'a' };
  await changes.record({ ...change, before: null, after: 'x', at: now });
  await changes.list(sessionId);
  await changes.markUndone(['change-1'], now);
  await changes.drop('change-1');
  const fold = { messages: 2, beforeTokens: 2, afterTokens: 1, now };
  await summaries.add({ id: 's', sessionId, throughId: idOf('answer', 1), text: 'x', ...fold });
  await summaries.list(sessionId);
  await summaries.undo(sessionId, 's');
  await sessions.delete(sessionId);

  test.beforeStatement = () => {};
  const plans = [...statements]
    .filter((text) => /^(select|with|update|delete|insert)/.test(text))
    .map((text) => {
      const holes = (text.match(/\?/g) ?? []).map(() => null);
      const plan = test.sqlite.prepare(`explain query plan ${text}`).all(...holes) as { detail: string }[];
      return { text, steps: plan.map((step) => step.detail) };
    });
  expect(plans.length).toBeGreaterThan(20);
  const offending = plans.filter(({ steps }) =>
    steps.some((step) =>
      /^SCAN (sessions|turns|messages|trajectories|file_changes|summaries|prompt_)/.test(step),
    ),
  );
  expect(offending).toEqual([]);
  const walking = plans.filter(({ text }) => /^with recursive/.test(text));
  expect(walking.length).toBeGreaterThan(2);
  // Each step from message to message is one look into an index, however long the session is.
  const reading = walking.filter(({ steps }) =>
    steps.some((step) => /AUTOMATIC|^SEARCH messages .*\(session_id=\?\)/.test(step)),
  );
  expect(reading).toEqual([]);
  const sorting = plans.filter(
    ({ text, steps }) => /sessions/.test(text) && steps.some((step) => /TEMP B-TREE/.test(step)),
  );
  expect(sorting).toEqual([]);
});
