// Messages and stops through the whole server: accepted once, run in order, stopped for real.
import { randomUUID } from 'node:crypto';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { isGapless, turnEvents, viewOf, waitForEnd, waitForEvent } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

const message = (sessionId: string, text: string, messageId = randomUUID()) =>
  ({ type: 'message.send', sessionId, messageId, text }) as const;

test('A message makes its session, is answered by the model, and both are there afterwards', async () => {
  const server = await startRealServer([[reply.text('Hello', ', ', 'you.'), reply.usage(10, 3)]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  expect(await socket.snapshot(sessionId)).toMatchObject({ session: null, messages: [], turn: null, seq: 0 });
  const ack = await socket.ask(message(sessionId, 'Hi there'));
  expect(ack).toMatchObject({ type: 'ack', sessionId, queued: false });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  const end = await waitForEnd(socket, ack.turnId);
  expect(end).toMatchObject({
    status: 'completed',
    text: 'Hello, you.',
    usage: { inputTokens: 10, outputTokens: 3 },
  });

  const { turnId } = ack;
  await socket.frames.waitFor(
    (frame) => frame.type === 'session.updated' && frame.session.lastTurn?.turnId === turnId,
  );

  const events = turnEvents(socket.frames.items, sessionId, turnId);
  expect(isGapless(events, 1)).toBe(true);
  const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
  expect(body).toMatchObject({
    messages: [
      { role: 'user', text: 'Hi there' },
      { role: 'assistant', text: 'Hello, you.', status: 'completed' },
    ],
    nextCursor: null,
  });
  expect((await server.get('/api/sessions')).body).toMatchObject({
    sessions: [{ id: sessionId, title: 'Hi there', status: 'idle', messageCount: 2 }],
  });
  const trajectory = await server.get(`/api/sessions/${sessionId}/turns/${ack.turnId}/trajectory`);
  expect(trajectory.body).toMatchObject({
    turn: { id: ack.turnId, channel: 'ws' },
    entries: [{ kind: 'step' }],
  });
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  expect(metrics).toContain('slipstream_turns_total{status="completed"} 1\n');
  expect(server.provider.violations).toEqual([]);
});

test('What is not there is told as what it is', async () => {
  const server = await startRealServer();
  const socket = await server.connect();
  const sessionId = randomUUID();
  expect(await socket.ask({ type: 'turn.cancel', sessionId })).toMatchObject({
    type: 'ack',
    cancelled: false,
  });
  expect(await socket.ask({ type: 'turn.cancel', sessionId, turnId: randomUUID() })).toMatchObject({
    cancelled: false,
  });
  expect(await socket.ask({ type: 'message.unqueue', sessionId, messageId: randomUUID() })).toMatchObject({
    removed: false,
  });
  const answer = { sessionId, approvalId: randomUUID(), decision: 'allow_once' } as const;
  expect(await socket.ask({ type: 'approval.answer', ...answer })).toMatchObject({ applied: false });
  const unknown = `/api/sessions/${sessionId}`;
  for (const path of [unknown, `${unknown}/messages`, `${unknown}/turns/${randomUUID()}/trajectory`])
    expect(await server.get(path), path).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await server.get('/api/models')).body).toMatchObject({
    models: [{ id: 'scripted' }, { id: 'demo', demo: true }],
    default: 'scripted',
  });
  expect(await socket.ask({ ...message(sessionId, 'Hi'), model: 'no such model' })).toMatchObject({
    type: 'error',
    code: 'not_found',
  });
  expect((await server.get('/api/sessions')).body).toMatchObject({ sessions: [] });
});

test('One message id is one message: sent again, by twenty sockets at once, and after a restart', async () => {
  const server = await startRealServer(() => 'Once.');
  const sockets = await Promise.all(Array.from({ length: 20 }, () => server.connect()));
  const sessionId = randomUUID();
  const frame = message(sessionId, 'Only once');
  const acks = await Promise.all(sockets.map((socket) => socket.ask(frame)));
  const first = acks[0];
  if (first?.type !== 'ack' || !first.turnId) throw new Error('No ack.');
  for (const ack of acks) expect({ ...ack, id: '' }).toEqual({ ...first, id: '' });
  const [socket] = sockets;
  if (!socket) throw new Error('No socket.');
  expect(await socket.ask(frame)).toMatchObject({ type: 'ack', turnId: first.turnId });
  expect(await socket.ask({ ...frame, text: 'Another text' })).toMatchObject({
    type: 'error',
    code: 'conflict',
  });
  expect(await socket.ask({ ...frame, sessionId: randomUUID() })).toMatchObject({ code: 'conflict' });

  await server.restart();
  const later = await server.connect();
  expect(await later.ask(frame)).toMatchObject({ type: 'ack', turnId: first.turnId });
  expect(await later.ask({ ...frame, text: 'Another text' })).toMatchObject({ code: 'conflict' });
  const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
  const roles = (body as { messages: { role: string }[] }).messages.map((each) => each.role);
  expect(roles.filter((role) => role === 'user')).toHaveLength(1);
  expect(server.provider.requests.length).toBeLessThanOrEqual(1);
});

test('Messages to a busy session wait in order, can be taken back, and can be refused', async () => {
  const gate = createGate();
  const server = await startRealServer((request) =>
    request.lastUserText === 'first' ? [reply.gate(gate), reply.text('1')] : request.lastUserText,
  );
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  await socket.ask(message(sessionId, 'first'));
  await gate.reached;
  const second = await socket.ask(message(sessionId, 'second'));
  const dropped = message(sessionId, 'dropped');
  await socket.ask(dropped);
  const third = await socket.ask(message(sessionId, 'third'));
  expect([second, third]).toMatchObject([{ queued: true }, { queued: true }]);
  expect(await socket.ask({ ...message(sessionId, 'x'), whenBusy: 'reject' })).toMatchObject({
    code: 'busy',
  });
  const { messageId } = dropped;
  expect(await socket.ask({ type: 'message.unqueue', sessionId, messageId })).toMatchObject({
    removed: true,
  });
  gate.release();
  if (third.type !== 'ack' || !third.turnId) throw new Error('No ack.');
  await waitForEnd(socket, third.turnId);
  expect(server.provider.requests.map((request) => request.lastUserText)).toEqual([
    'first',
    'second',
    'third',
  ]);
});

test('Stop is acknowledged at once, closes the request upstream, keeps the text, and the next message works', async () => {
  const server = await startRealServer((request) =>
    request.lastUserText === 'go' ? [reply.text('Half of '), reply.hang()] : 'Whole.',
  );
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEvent(socket, sessionId, 'text.delta');

  const startedAt = performance.now();
  const [first, second] = await Promise.all([
    socket.ask({ type: 'turn.cancel', sessionId }),
    socket.ask({ type: 'turn.cancel', sessionId, turnId: sent.turnId }),
  ]);
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(first).toMatchObject({ cancelled: true, stopped: { requests: 1, tools: 0, approvals: 0 } });
  expect(second).toMatchObject({ type: 'ack', cancelled: expect.any(Boolean) });
  await server.provider.waitForClose(1);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  expect(await waitForEnd(socket, sent.turnId)).toMatchObject({ status: 'cancelled', text: 'Half of ' });
  expect(await socket.ask({ type: 'turn.cancel', sessionId })).toMatchObject({ cancelled: false });
  expect(server.provider.open()).toBe(0);

  const next = await socket.ask(message(sessionId, 'again'));
  if (next.type !== 'ack' || !next.turnId) throw new Error('No ack.');
  expect(await waitForEnd(socket, next.turnId)).toMatchObject({ status: 'completed', text: 'Whole.' });
  const afterEnd = turnEvents(socket.frames.items, sessionId, sent.turnId).at(-1);
  expect(afterEnd?.type).toBe('turn.finished');
  expect(server.provider.violations).toEqual([]);
});

test('Closing every tab stops nothing', async () => {
  const gate = createGate();
  const server = await startRealServer([[reply.text('a'), reply.gate(gate), reply.text('b')]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await gate.reached;
  await socket.close();
  const watcher = await server.connect();
  gate.release();
  await watcher.frames.waitFor(
    (frame) => frame.type === 'session.updated' && frame.session.lastTurn?.turnId === sent.turnId,
  );
  await watcher.ask({ type: 'subscribe', sessionId });
  expect((await watcher.snapshot(sessionId)).messages.at(-1)).toMatchObject({
    text: 'ab',
    status: 'completed',
  });
});

test('Fifty sessions at once stream without one character in the wrong place', async () => {
  const pieces = (text: string) => Array.from({ length: 40 }, (_, n) => `<${text}:${n}>`);
  const server = await startRealServer((request) => [reply.text(...pieces(request.lastUserText))]);
  const sockets = [await server.connect(), await server.connect()];
  const turns = await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const socket = sockets[n % 2];
      if (!socket) throw new Error('No socket.');
      const sessionId = randomUUID();
      await socket.ask({ type: 'subscribe', sessionId });
      const ack = await socket.ask(message(sessionId, `session ${n}`));
      if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
      return { n, socket, sessionId, turnId: ack.turnId, end: await waitForEnd(socket, ack.turnId) };
    }),
  );
  for (const { n, socket, sessionId, turnId, end } of turns) {
    const whole = pieces(`session ${n}`).join('');
    expect(end).toMatchObject({ status: 'completed', text: whole });
    const events = turnEvents(socket.frames.items, sessionId, turnId);
    expect(isGapless(events, 1)).toBe(true);
    expect(events.flatMap((event) => (event.type === 'text.delta' ? [event.text] : [])).join('')).toBe(whole);
    expect(viewOf(socket.frames.items, sessionId, turnId)).toMatchObject({ status: 'completed' });
  }
  expect(server.provider.violations).toEqual([]);
});
