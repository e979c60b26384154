// However a client got there, it sees the same: live, resumed after any event, from a snapshot, after a restart.
import { randomUUID } from 'node:crypto';
import { applyEvent, emptyTurnView, type SequencedEvent } from '@slipstream/protocol';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { eventsOf, isGapless, viewOf, waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

test('Resumed after any event of a turn, at any time, a client gets exactly the rest', async () => {
  const [half, end] = [createGate(), createGate()];
  const server = await startRealServer([
    [
      reply.reasoning('Let me', ' think.'),
      reply.text('One ', 'two '),
      reply.gate(half),
      reply.text('three.'),
      reply.gate(end),
      reply.text(' Four.'),
      reply.usage(7, 5),
    ],
  ]);
  const live = await server.connect();
  const sessionId = randomUUID();
  await live.ask({ type: 'subscribe', sessionId });
  const { log } = await live.snapshot(sessionId);
  const sent = await live.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  const { turnId } = sent;
  await half.reached;
  await live.frames.waitFor((frame) => eventsOf([frame], sessionId).some(isText('two ')));

  // In the middle: from every event so far, and from a snapshot.
  const seen = eventsOf(live.frames.items, sessionId);
  const readers = await Promise.all(
    [...seen.map((event) => event.seq), 0].map(async (seq) => {
      const socket = await server.connect();
      await socket.ask({ type: 'subscribe', sessionId, after: { log, seq } });
      return { seq, socket };
    }),
  );
  const fresh = await server.connect();
  await fresh.ask({ type: 'subscribe', sessionId });
  const snapshot = await fresh.snapshot(sessionId);
  half.release();
  await end.reached;
  end.release();
  await waitForEnd(live, turnId);
  const all = eventsOf(live.frames.items, sessionId);
  expect(isGapless(all, 1)).toBe(true);

  for (const { seq, socket } of readers) {
    await waitForEnd(socket, turnId);
    expect(socket.frames.items.find((frame) => frame.type === 'resumed')).toMatchObject({ log, seq });
    const rest = eventsOf(socket.frames.items, sessionId);
    expect(isGapless(rest, seq + 1), `after ${seq}`).toBe(true);
    expect(fold([...all.slice(0, seq), ...rest], turnId)).toEqual(
      viewOf(live.frames.items, sessionId, turnId),
    );
  }
  await waitForEnd(fresh, turnId);
  const rest = eventsOf(fresh.frames.items, sessionId);
  expect(isGapless(rest, snapshot.seq + 1)).toBe(true);
  if (!snapshot.turn) throw new Error('The snapshot lacks its turn.');
  expect(rest.reduce(applyEvent, snapshot.turn)).toEqual(viewOf(live.frames.items, sessionId, turnId));

  // After the end: from every event there was.
  const late = await server.connect();
  for (const { seq } of all) {
    const before = late.frames.items.length;
    await late.ask({ type: 'subscribe', sessionId, after: { log, seq } });
    await late.ask({ type: 'unsubscribe', sessionId });
    const got = late.frames.items.slice(before);
    expect(got.filter((frame) => frame.type === 'snapshot')).toEqual([]);
    expect(eventsOf(got, sessionId)).toEqual(all.slice(seq));
  }
});

test.each([
  ['another log', { log: 'unheard-of', seq: 1 }],
  ['a number that is not there yet', { log: '', seq: 10_000 }],
])('A client that asks after %s gets a snapshot', async (_what, after) => {
  const server = await startRealServer(['Done.']);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const { log } = await socket.snapshot(sessionId);
  const sent = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEnd(socket, sent.turnId);
  await socket.ask({ type: 'subscribe', sessionId, after: { log: after.log || log, seq: after.seq } });
  const again = await socket.snapshot(sessionId, 1);
  expect(again.messages.map((message) => message.text)).toEqual(['go', 'Done.']);
});

test('After a restart a client that resumes gets a snapshot of a new log with everything in it', async () => {
  const server = await startRealServer(['Done.']);
  const before = await server.connect();
  const sessionId = randomUUID();
  await before.ask({ type: 'subscribe', sessionId });
  const { log } = await before.snapshot(sessionId);
  const sent = await before.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  const { seq } = await waitForEnd(before, sent.turnId);
  await server.restart();
  expect((await before.closed).code).toBe(1012);
  const after = await server.connect();
  await after.ask({ type: 'subscribe', sessionId, after: { log, seq } });
  const snapshot = await after.snapshot(sessionId);
  expect(snapshot.log).not.toBe(log);
  expect(snapshot.messages.map((message) => message.text)).toEqual(['go', 'Done.']);
});

function isText(text: string) {
  return (event: SequencedEvent) => event.type === 'text.delta' && event.text.endsWith(text);
}

function fold(events: readonly SequencedEvent[], turnId: string) {
  return events.reduce(applyEvent, emptyTurnView(turnId));
}
