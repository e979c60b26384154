// The wait before another attempt, ended by a person: once, for that turn alone, and told alike live and in the record.
import { foldEvents, toEvents } from '@slipstream/protocol';
import { modelReply, reply, sequentialId } from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

it('makes the attempt now, and the record tells how long was waited', async () => {
  const later = modelReply.fail('rate_limit', { retryable: true, retryAfterMs: 50_000 });
  const { sessions, clock } = await createBench({ model: [[later], [reply.text('Here.')]] });
  const reader = await createReader(sessions);
  const waits = reader.next('retry');
  const hurried = reader.next('retry.hurried');
  const finished = reader.next('turn.finished');
  const { turnId } = await send(sessions, 1, 'go');
  expect(await waits).toMatchObject({ delayMs: 50_000 });
  expect(await sessions.retryNow(sessionId, sequentialId(5, 5))).toEqual({ retried: false });
  clock.advance(2000);
  const answers = await Promise.all([
    sessions.retryNow(sessionId, turnId),
    sessions.retryNow(sessionId, turnId),
  ]);
  expect(answers).toEqual([{ retried: true }, { retried: false }]);
  expect(await hurried).toMatchObject({ attempt: 1, waitedMs: 2000 });
  expect(await finished).toMatchObject({ status: 'completed', text: 'Here.' });
  expect(await sessions.retryNow(sessionId, turnId)).toEqual({ retried: false });
  expect(reader.lastView?.steps[0]?.retries).toMatchObject([{ attempt: 1, delayMs: 2000 }]);

  const { turn, entries } = await sessions.trajectory(sessionId, turnId);
  expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
});

it('means nothing to a session that is not at work', async () => {
  const { sessions } = await createBench();
  expect(await sessions.retryNow(sessionId, sequentialId(5, 5))).toEqual({ retried: false });
});
