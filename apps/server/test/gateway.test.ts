// The WebSocket's rules, on real sockets around sessions that the test plays.
import { AppError, type ServerFrame } from '@slipstream/protocol';
import { deferred, sequentialId } from '@slipstream/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createFakeSessions, toSession, toSnapshot } from './support/fake-sessions.ts';
import { rawRequest } from './support/raw-request.ts';
import { startTestApp } from './support/test-app.ts';

const sessionId = sequentialId(1);
const messageId = sequentialId(2);
const turnId = sequentialId(3);
const send = { type: 'message.send', sessionId, messageId, text: 'hi' } as const;
const types = (frames: readonly ServerFrame[]) => frames.map((frame) => frame.type);

test('The first frame says which protocol, version and run of the server this is', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  expect(socket.frames.items).toEqual([
    { type: 'ready', protocol: 1, version: '0.1.0', serverId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
});

test('Nonsense is answered and leaves the socket open', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  socket.sendText('{');
  socket.raw.send(Buffer.from('{"type":"ping"}'), { binary: true });
  socket.sendText(JSON.stringify({ type: 'dance', id: 'a' }));
  socket.sendText(JSON.stringify({ ...send, id: 'b', text: undefined }));
  socket.sendText(JSON.stringify({ ...send, id: 'c', whenBusy: 'soon' }));
  socket.sendText('{"type":"ping"}');
  socket.sendText('{"type":"ping","id":"d"}');
  await socket.frames.waitForCount(8);
  expect(socket.frames.items.slice(1)).toEqual([
    { type: 'error', code: 'bad_frame', message: 'The frame is not valid JSON.' },
    { type: 'error', code: 'bad_frame', message: 'Frames are text; this one was binary.' },
    { type: 'error', id: 'a', code: 'bad_frame', message: expect.any(String), details: { path: 'type' } },
    { type: 'error', id: 'b', code: 'bad_frame', message: expect.any(String), details: { path: 'text' } },
    { type: 'error', id: 'c', code: 'bad_frame', message: expect.any(String), details: { path: 'whenBusy' } },
    { type: 'pong' },
    { type: 'pong', id: 'd' },
  ]);
});

test('A frame over 1 MiB closes that socket with 1009 and no other; one of just 1 MiB does not', async () => {
  const app = await startTestApp();
  const [large, other] = [await app.connect(), await app.connect()];
  const most = JSON.stringify({ type: 'ping', x: '' });
  large.sendText(JSON.stringify({ type: 'ping', x: 'x'.repeat(1024 * 1024 - most.length) }));
  await large.frames.waitFor((frame) => frame.type === 'pong');
  large.sendText('x'.repeat(2 * 1024 * 1024));
  expect((await large.closed).code).toBe(1009);
  other.sendText('{"type":"ping"}');
  await other.frames.waitFor((frame) => frame.type === 'pong');
});

test('A fragmented frame counts as a whole', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  socket.raw.send('{"type":', { fin: false });
  socket.raw.send('"ping"}', { fin: true });
  await socket.frames.waitFor((frame) => frame.type === 'pong');
  for (let i = 0; i < 3; i++) socket.raw.send('x'.repeat(400_000), { fin: i === 2 });
  expect((await socket.closed).code).toBe(1009);
});

test('Every command reaches the sessions and its answer comes back', async () => {
  const stopped = { requests: 1, tools: 0, approvals: 0 };
  const app = await startTestApp({
    sessions: createFakeSessions({
      send: async () => ({ turnId, queued: true }),
      unqueue: async () => ({ removed: true }),
      cancel: async () => ({ cancelled: true, stopped }),
      answerApproval: async () => ({ applied: false }),
    }),
  });
  const socket = await app.connect();
  const upper = sessionId.toUpperCase();
  expect(
    await socket.ask({ ...send, sessionId: upper, model: 'm', mode: 'plan', whenBusy: 'reject' }),
  ).toEqual({
    type: 'ack',
    id: 'ask-1',
    sessionId,
    messageId,
    turnId,
    queued: true,
  });
  expect(await socket.ask({ type: 'message.unqueue', sessionId, messageId })).toEqual({
    type: 'ack',
    id: 'ask-2',
    removed: true,
  });
  expect(await socket.ask({ type: 'turn.cancel', sessionId })).toEqual({
    type: 'ack',
    id: 'ask-3',
    cancelled: true,
    stopped,
  });
  const answer = { approvalId: turnId, decision: 'deny', note: 'no' } as const;
  expect(await socket.ask({ type: 'approval.answer', sessionId, ...answer })).toEqual({
    type: 'ack',
    id: 'ask-4',
    applied: false,
  });
  expect(app.sessions.calls.items.slice(1)).toEqual([
    {
      name: 'send',
      args: [
        { sessionId, messageId, text: 'hi', model: 'm', mode: 'plan', whenBusy: 'reject', channel: 'ws' },
      ],
    },
    { name: 'unqueue', args: [sessionId, messageId] },
    { name: 'cancel', args: [sessionId, undefined] },
    { name: 'answerApproval', args: [sessionId, turnId, { decision: 'deny', note: 'no' }] },
  ]);
});

test('A browser is another channel than a program', async () => {
  const app = await startTestApp({
    sessions: createFakeSessions({ send: async () => ({ turnId, queued: false }) }),
  });
  const socket = await app.connect({ origin: app.url });
  await socket.ask(send);
  expect(app.sessions.calls.items.at(-1)?.args[0]).toMatchObject({ channel: 'web' });
});

test('A refusal of the sessions is the answer, and of anything else nothing is told', async () => {
  let thrown: unknown = new AppError('conflict', 'Used.', { details: { messageId } });
  const app = await startTestApp({ sessions: createFakeSessions({ send: () => Promise.reject(thrown) }) });
  const socket = await app.connect();
  expect(await socket.ask(send)).toEqual({
    type: 'error',
    id: 'ask-1',
    code: 'conflict',
    message: 'Used.',
    details: { messageId },
  });
  thrown = new Error('a secret path');
  expect(await socket.ask(send)).toMatchObject({
    code: 'internal',
    message: expect.not.stringContaining('secret'),
  });
  expect(app.logLines.join()).toContain('a secret path');
  expect(app.logLines.join()).not.toContain('"hi"');
});

test('Frames about one session are served in order, and a slow session holds up no other', async () => {
  const slow = deferred<{ turnId: string; queued: boolean }>();
  const other = sequentialId(7);
  const texts: string[] = [];
  const app = await startTestApp({
    sessions: createFakeSessions({
      send: (message) => {
        texts.push(message.text);
        return message.text === '1' ? slow.promise : Promise.resolve({ turnId, queued: false });
      },
    }),
  });
  const socket = await app.connect();
  socket.send({ ...send, text: '1', id: '1' });
  socket.send({ ...send, text: '2', id: '2' });
  await socket.ask({ ...send, sessionId: other, text: 'other' });
  expect(texts).toEqual(['1', 'other']);
  slow.resolve({ turnId, queued: false });
  await socket.frames.waitFor((frame) => frame.type === 'ack' && frame.id === '2');
  expect(texts).toEqual(['1', 'other', '2']);
  const ids = socket.frames.items.flatMap((frame) => (frame.type === 'ack' ? [frame.id] : []));
  expect(ids).toEqual(['ask-1', '1', '2']);
});

test('Subscribing gives the ack, then the snapshot, then everything after it', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  socket.send({ type: 'subscribe', sessionId, id: 's', after: { log: 'log-1', seq: 4 } });
  await socket.snapshot(sessionId);
  app.sessions.emit(sessionId, '{"type":"events","n":1}');
  app.sessions.emit(sessionId, '{"type":"events","n":2}');
  await socket.frames.waitForCount(5);
  expect(socket.frames.items.slice(1)).toEqual([
    { type: 'ack', id: 's', sessionId },
    toSnapshot(sessionId),
    { type: 'events', n: 1 },
    { type: 'events', n: 2 },
  ]);
  expect(app.sessions.calls.items.at(-1)?.args.slice(0, 2)).toEqual([sessionId, { log: 'log-1', seq: 4 }]);
});

test('Resuming gives the ack, then `resumed`, then what was missed, also when it comes before the call returns', async () => {
  const sessions = createFakeSessions({
    subscribe: async (id, _after, subscriber) => {
      subscriber.open(
        { type: 'resumed', sessionId: id, log: 'l', seq: 3, queue: [] },
        {
          type: 'events',
          sessionId: id,
          at: '2026-01-01T00:00:00.000Z',
          events: [],
        },
      );
      subscriber.frame('{"type":"events","n":1}');
      return () => {};
    },
  });
  const app = await startTestApp({ sessions });
  const socket = await app.connect();
  socket.send({ type: 'subscribe', sessionId });
  await socket.frames.waitForCount(5);
  expect(types(socket.frames.items)).toEqual(['ready', 'ack', 'resumed', 'events', 'events']);
});

test('A session that cannot be read gives an error and no ack', async () => {
  const sessions = createFakeSessions({ subscribe: () => Promise.reject(new AppError('storage')) });
  const app = await startTestApp({ sessions });
  const socket = await app.connect();
  expect(await socket.ask({ type: 'subscribe', sessionId })).toMatchObject({
    type: 'error',
    code: 'storage',
  });
  expect(types(socket.frames.items)).toEqual(['ready', 'error']);
});

test('Subscribing again starts anew without a frame twice; unsubscribing ends it', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  await socket.ask({ type: 'subscribe', sessionId });
  await socket.ask({ type: 'subscribe', sessionId });
  await socket.snapshot(sessionId, 1);
  app.sessions.emit(sessionId, '{"type":"events","n":1}');
  await socket.ask({ type: 'unsubscribe', sessionId });
  expect(app.sessions.subscribers(sessionId)).toBe(0);
  app.sessions.emit(sessionId, '{"type":"events","n":2}');
  await socket.ask({ type: 'unsubscribe', sessionId });
  expect(types(socket.frames.items)).toEqual([
    'ready',
    'ack',
    'snapshot',
    'ack',
    'snapshot',
    'events',
    'ack',
    'ack',
  ]);
});

test('A socket that goes away ends its reading and nothing else, also while it is being opened', async () => {
  const opening = deferred();
  const ended = deferred();
  const sessions = createFakeSessions({
    subscribe: async (id, _after, subscriber) => {
      await opening.promise;
      subscriber.open(toSnapshot(id), null);
      return () => ended.resolve();
    },
  });
  const app = await startTestApp({ sessions });
  const socket = await app.connect();
  socket.send({ type: 'subscribe', sessionId });
  await app.sessions.calls.waitFor((call) => call.name === 'subscribe');
  await socket.close();
  const gone = await rawRequest(`${app.url}/healthz`);
  expect(gone.status).toBe(200);
  opening.resolve();
  await ended.promise;
  expect(app.sessions.calls.items.map((call) => call.name)).toEqual(['watch', 'subscribe']);
});

test('One socket reads 500 sessions and not one more', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  for (let i = 1; i <= 500; i++) {
    if (i % 100 === 0) app.clock.advance(1000);
    await socket.ask({ type: 'subscribe', sessionId: sequentialId(i) });
  }
  const again = await socket.ask({ type: 'subscribe', sessionId: sequentialId(1) });
  expect(again.type).toBe('ack');
  const more = await socket.ask({ type: 'subscribe', sessionId: sequentialId(501) });
  expect(more).toMatchObject({ type: 'error', code: 'too_large' });
});

test('News of sessions goes to every socket', async () => {
  const app = await startTestApp();
  const sockets = [await app.connect(), await app.connect()];
  app.sessions.tell({ type: 'session.updated', session: toSession(sessionId) });
  app.sessions.tell({ type: 'session.deleted', sessionId });
  for (const socket of sockets) {
    await socket.frames.waitForCount(3);
    expect(socket.frames.items.slice(1)).toEqual([
      { type: 'session.updated', session: toSession(sessionId) },
      { type: 'session.deleted', sessionId },
    ]);
  }
});

test('Who reads a session that is deleted reads the next one of that id from its beginning', async () => {
  const app = await startTestApp();
  const [reader, other] = [await app.connect(), await app.connect()];
  await reader.ask({ type: 'subscribe', sessionId });
  await reader.snapshot(sessionId);
  app.sessions.tell({ type: 'session.deleted', sessionId });
  await reader.snapshot(sessionId, 1);
  app.sessions.emit(sessionId, '{"type":"events","n":1}');
  await reader.frames.waitForCount(6);
  expect(types(reader.frames.items)).toEqual([
    'ready',
    'ack',
    'snapshot',
    'session.deleted',
    'snapshot',
    'events',
  ]);
  expect(types(other.frames.items)).toEqual(['ready', 'session.deleted']);
});

test('A reader whose session cannot be opened again is sent away, to come again', async () => {
  const sessions = createFakeSessions();
  const subscribe = sessions.subscribe;
  let works = true;
  sessions.subscribe = (...args) => (works ? subscribe(...args) : Promise.reject(new AppError('storage')));
  const app = await startTestApp({ sessions });
  const socket = await app.connect();
  await socket.ask({ type: 'subscribe', sessionId });
  works = false;
  app.sessions.tell({ type: 'session.deleted', sessionId });
  expect((await socket.closed).code).toBe(1011);
});

test('Whatever JSON comes, each frame gets exactly one answer', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  const id = fc.string({ minLength: 1, maxLength: 20 });
  const field = fc.oneof(fc.jsonValue(), fc.constantFrom(sessionId, 'queue', 'deny', 'default', 1));
  const frame = fc.record(
    {
      type: fc.constantFrom(
        'subscribe',
        'unsubscribe',
        'message.send',
        'turn.cancel',
        'approval.answer',
        'x',
      ),
      sessionId: fc.oneof(fc.constant(sessionId), field),
      messageId: fc.oneof(fc.constant(messageId), field),
      text: fc.oneof(fc.string(), field),
      after: fc.oneof(fc.record({ log: fc.string(), seq: fc.nat() }), field),
      whenBusy: field,
      decision: field,
      approvalId: field,
    },
    { requiredKeys: ['type'] },
  );
  const frames = fc.sample(frame, 190);
  const prefix = fc.sample(id, 1)[0] ?? 'f';
  for (const [n, each] of frames.entries()) socket.sendText(JSON.stringify({ ...each, id: `${prefix}${n}` }));
  const answered = () =>
    socket.frames.items.flatMap((each) => (each.type === 'ack' || each.type === 'error' ? [each.id] : []));
  await socket.frames.waitFor(() => answered().length >= frames.length);
  socket.send({ type: 'ping' });
  await socket.frames.waitFor((each) => each.type === 'pong');
  expect([...answered()].sort()).toEqual(frames.map((_, n) => `${prefix}${n}`).sort());
});

test('Two hundred frames at once are served, then a hundred a second; the rest is refused with its id', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  for (let i = 0; i < 203; i++) socket.send({ type: 'ping', id: `${i}` });
  await socket.frames.waitForCount(204);
  const answers = socket.frames.items.slice(1);
  expect(types(answers.slice(0, 200)).every((type) => type === 'pong')).toBe(true);
  expect(answers.slice(200)).toMatchObject([
    { type: 'error', id: '200', code: 'rate_limited' },
    { type: 'error', id: '201', code: 'rate_limited' },
    { type: 'error', id: '202', code: 'rate_limited' },
  ]);
  app.clock.advance(10);
  socket.send({ type: 'ping', id: 'later' });
  await socket.frames.waitFor((frame) => frame.type === 'pong' && frame.id === 'later');
});

test('A socket that goes on sending after a thousand refusals is closed; others are served', async () => {
  const app = await startTestApp();
  const [flood, other] = [await app.connect(), await app.connect()];
  for (let i = 0; i < 1300; i++) flood.send({ type: 'ping' });
  expect((await flood.closed).code).toBe(1008);
  other.send({ type: 'ping' });
  await other.frames.waitFor((frame) => frame.type === 'pong');
});

test('A flood in which the rate lets a frame through now and then is closed as well', async () => {
  const app = await startTestApp();
  const flood = await app.connect();
  for (let sent = 0; sent < 1300; sent += 50) {
    for (let i = 0; i < 50; i++) flood.send({ type: 'ping' });
    if (sent < 1100) await flood.frames.waitForCount(1 + sent + 50);
    app.clock.advance(10);
  }
  expect((await flood.closed).code).toBe(1008);
});

test('Who waits until the burst is whole again has a clean sheet', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  for (let round = 1; round <= 2; round++) {
    for (let i = 0; i < 1100; i++) socket.send({ type: 'ping' });
    await socket.frames.waitForCount(1 + round * 1100);
    app.clock.advance(2000);
  }
  socket.send({ type: 'ping', id: 'last' });
  await socket.frames.waitFor((frame) => frame.type === 'pong' && frame.id === 'last');
});

test('Too many commands that have no answer yet are refused', async () => {
  const never = deferred<never>();
  const app = await startTestApp({ sessions: createFakeSessions({ send: () => never.promise }) });
  const socket = await app.connect();
  for (let i = 0; i < 256; i++) {
    if (i === 150) {
      socket.send({ type: 'ping' });
      await socket.frames.waitFor((frame) => frame.type === 'pong');
      app.clock.advance(2000);
    }
    socket.send({ ...send, id: `${i}` });
  }
  socket.send({ ...send, id: 'last' });
  const refused = await socket.frames.waitFor((frame) => frame.type === 'error');
  expect(refused).toMatchObject({ id: 'last', code: 'rate_limited' });
});

test('Over the limit of sockets an upgrade is refused until one has gone', async () => {
  const app = await startTestApp({ maxSockets: 2 });
  const first = await app.connect();
  await app.connect();
  await expect(app.connect()).rejects.toThrow('503');
  const metrics = await rawRequest(`${app.url}/metrics`);
  expect(metrics.body).toContain('slipstream_sockets 2\n');
  expect(metrics.body).toContain('slipstream_sockets_refused_total 1\n');
  await first.close();
  await (await app.connect()).close();
});

test('The server pings every 30 s and drops a socket that missed two', async () => {
  const app = await startTestApp();
  const alive = await app.connect();
  const dead = new WebSocket(`${app.url.replace('http', 'ws')}/ws`, { autoPong: false });
  const pings = { alive: 0, dead: 0 };
  const pinged = [deferred(), deferred(), deferred()];
  const ready = deferred();
  const dropped = deferred<number>();
  dead.on('message', () => ready.resolve());
  dead.on('ping', () => pinged[pings.dead++]?.resolve());
  dead.on('close', (code) => dropped.resolve(code));
  alive.raw.on('ping', () => {
    pings.alive += 1;
  });
  await ready.promise;
  app.clock.advance(29_999);
  await alive.ask({ type: 'unsubscribe', sessionId });
  expect(pings).toEqual({ alive: 0, dead: 0 });
  app.clock.advance(1);
  await pinged[0]?.promise;
  await alive.ask({ type: 'unsubscribe', sessionId });
  app.clock.advance(30_000);
  await pinged[1]?.promise;
  await alive.ask({ type: 'unsubscribe', sessionId });
  app.clock.advance(30_000);
  expect(await dropped.promise).toBe(1006);
  await alive.ask({ type: 'unsubscribe', sessionId });
  expect(pings).toEqual({ alive: 3, dead: 2 });
});

test('Stopping the server closes the sockets with 1012', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  const closing = app.app.close();
  expect(await socket.closed).toEqual({ code: 1012, reason: 'The server is restarting.' });
  await closing;
});

test('A socket that does not answer the closing is cut after a second', async () => {
  const stopped = deferred();
  const app = await startTestApp({ sessions: createFakeSessions({ watch: () => stopped.resolve }) });
  const socket = await app.connect();
  socket.raw.pause();
  const closing = app.app.close();
  await stopped.promise;
  await app.clock.waitForTimers(1);
  expect(app.app.websocketServer.clients.size).toBe(1);
  app.clock.advance(1000);
  await closing;
});
