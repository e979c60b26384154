// Stop while older messages are folded: within a turn that needs the room, and when a person asked for it.
import { createScriptedModel, reply } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { isFolding, lastUser, say } from './context.fixture.ts';
import { createBench, createReader, send, sessionId } from './create-bench.ts';
import { expectStopped } from './stopped.fixture.ts';

const filler = 'words that fill the conversation '.repeat(120);

async function createFullBench() {
  let hang = true;
  const model = createScriptedModel(
    ({ request }) => {
      if (isFolding(request)) return hang ? [reply.hang()] : [reply.text('What was said before.')];
      return [reply.text(lastUser(request).endsWith('and now?') ? 'Still here.' : 'Noted.')];
    },
    { contextWindow: 16_000 },
  );
  const bench = await createBench({ model, realTime: true, limits: { maxOutputTokens: 2000 } });
  const foldings = () => model.calls.filter(({ request }) => isFolding(request));
  const letFold = () => {
    hang = false;
  };
  return { bench, model, foldings, letFold };
}

it('within a turn: the request is closed, the turn is stopped, nothing is folded, and the next one folds', async () => {
  const { bench, model, foldings, letFold } = await createFullBench();
  const { sessions } = bench;
  let n = 0;
  while (foldings().length === 0 && n < 60) {
    n += 1;
    const reader = await createReader(sessions);
    const [step, finished] = [reader.next('step.started'), reader.next('turn.finished')];
    const next = model.calls.length + 1;
    const { turnId } = await send(sessions, n, `${n} ${filler}`);
    await step;
    const call = await model.waitForCall(next);
    if (!isFolding(call.request)) {
      await finished;
      reader.end();
      continue;
    }
    expect(await sessions.cancel(sessionId)).toMatchObject({ cancelled: true });
    expect(await finished).toMatchObject({ status: 'cancelled' });
    expect(await model.waitForEnd(next)).toBe('aborted');
    expect((await sessions.compactions(sessionId)).compactions).toEqual([]);
    letFold();
    await expectStopped({ bench, reader, model, turnId, before: n - 1 });
  }
  expect(foldings().length).toBeGreaterThan(0);
  expect((await sessions.compactions(sessionId)).compactions).toHaveLength(1);
});

it('by hand: the request is closed, the session is idle, and the next message is answered', async () => {
  const { bench, model, foldings, letFold } = await createFullBench();
  const { sessions } = bench;
  for (const n of [1, 2, 3, 4]) await say(bench, n, `${n} ${filler}`);
  const folding = sessions.compact(sessionId);
  folding.catch(() => undefined);
  await model.waitForCall(5);
  expect(foldings()).toHaveLength(1);
  expect(await sessions.get(sessionId)).toMatchObject({ status: 'running' });
  expect(await sessions.cancel(sessionId)).toEqual({
    cancelled: true,
    stopped: { requests: 1, tools: 0, approvals: 0 },
  });
  await expect(folding).rejects.toMatchObject({ code: 'unavailable' });
  expect(await model.waitForEnd(5)).toBe('aborted');
  expect(await sessions.get(sessionId)).toMatchObject({ status: 'idle' });
  expect(await sessions.cancel(sessionId)).toEqual({ cancelled: false });
  expect((await sessions.compactions(sessionId)).compactions).toEqual([]);
  letFold();
  expect((await say(bench, 9, 'and now?')).end).toMatchObject({ status: 'completed', text: 'Still here.' });
});
