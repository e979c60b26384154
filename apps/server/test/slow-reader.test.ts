// A client that does not read: what the server holds for it stays bounded, nobody else notices, and when it reads
// again it gets every affected session whole.
import { AppError } from '@slipstream/protocol';
import { deferred, sequentialId } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { maxHeldBytes } from '../src/ws/outgoing.ts';
import { createFakeSessions, toSession, toSnapshot } from './support/fake-sessions.ts';
import { rawRequest } from './support/raw-request.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import type { TestSocket } from './support/test-socket.ts';

/** News is told in rounds, one each so many milliseconds. */
const newsRoundMs = 100;

const noisy = sequentialId(1);
const quiet = sequentialId(2);
const filler = 'x'.repeat(64 * 1024);
const event = (n: number) => JSON.stringify({ type: 'events', n, filler });

/** What the server's own sockets hold, the largest first. */
function heldBytes(app: TestApp): number[] {
  const held = [...app.app.websocketServer.clients].map((client) => client.bufferedAmount);
  return held.sort((a, b) => b - a);
}

async function metric(app: TestApp, name: string): Promise<number> {
  const { body } = await rawRequest(`${app.url}/metrics`);
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
}

/** Sends events in batches that a reader can take, each when the last one has arrived. */
async function emitAll(app: TestApp, reader: TestSocket, from: number, to: number): Promise<void> {
  const before = reader.frames.items.length - from;
  for (let n = from; n < to; n++) {
    app.sessions.emit(noisy, event(n));
    if (n % 20 === 19 || n === to - 1) await reader.frames.waitForCount(before + n + 1);
  }
}

/** Stops reading, and sends until the server has begun to drop what is for this socket. Gives how many that were. */
async function clog(app: TestApp, socket: TestSocket, other?: TestSocket): Promise<number> {
  socket.raw.pause();
  let n = 0;
  while ((await metric(app, 'slipstream_frames_dropped_total')) === 0) {
    if (other) await emitAll(app, other, n, n + 20);
    else for (let i = n; i < n + 20; i++) app.sessions.emit(noisy, event(i));
    n += 20;
    expect(n, 'the server took everything').toBeLessThan(10_000);
  }
  return n;
}

test('A client that never reads is let go of its session, and gets a snapshot when it reads again', async () => {
  const app = await startTestApp();
  const [slow, fast] = [await app.connect(), await app.connect()];
  for (const socket of [slow, fast]) {
    await socket.ask({ type: 'subscribe', sessionId: noisy });
    await socket.snapshot(noisy);
  }
  await slow.ask({ type: 'subscribe', sessionId: quiet });
  const sent = await clog(app, slow, fast);
  expect(app.sessions.subscribers(noisy)).toBe(1);
  expect(app.sessions.subscribers(quiet)).toBe(1);

  const before = process.memoryUsage().arrayBuffers;
  await emitAll(app, fast, sent, sent + 300);
  expect(heldBytes(app)[0]).toBeLessThan(maxHeldBytes);
  const all = sent + 300;
  const numbers = fast.frames.items.slice(3).map((frame) => (frame as unknown as { n: number }).n);
  expect(numbers).toEqual(Array.from({ length: all }, (_, n) => n));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);

  app.sessions.emit(quiet, '{"type":"events","quiet":true}');
  slow.raw.resume();
  await slow.snapshot(noisy, 1);
  const got = slow.frames.items.flatMap((frame) => ('n' in frame ? [frame.n] : []));
  expect(got).toEqual(Array.from({ length: got.length }, (_, n) => n));
  expect(got.length).toBeLessThan(sent);
  expect(slow.frames.items.filter((frame) => 'quiet' in frame)).toHaveLength(1);
  expect(slow.frames.items.filter((frame) => frame.type === 'ack')).toHaveLength(2);
  expect(await metric(app, 'slipstream_repair_snapshots_total')).toBe(1);

  app.sessions.emit(noisy, '{"type":"events","live":true}');
  await slow.frames.waitFor((frame) => 'live' in frame);
  expect(app.sessions.subscribers(noisy)).toBe(2);
});

test('What was dropped is not sent again when the client unsubscribes meanwhile', async () => {
  const app = await startTestApp();
  const slow = await app.connect();
  await slow.ask({ type: 'subscribe', sessionId: noisy });
  await slow.snapshot(noisy);
  await clog(app, slow);
  const answered = slow.ask({ type: 'unsubscribe', sessionId: noisy });
  while ((await metric(app, 'slipstream_frames_received_total')) < 2);
  slow.raw.resume();
  await answered;
  await slow.ask({ type: 'unsubscribe', sessionId: quiet });
  expect(app.sessions.subscribers(noisy)).toBe(0);
});

test('Many lost sessions come back one after the other, each once, without a reader holding more than the bound', async () => {
  const large = { log: 'l', title: 'x'.repeat(3 * 1024 * 1024) };
  const sessions = createFakeSessions();
  const subscribe = sessions.subscribe;
  let opened = 0;
  sessions.subscribe = (id, after, subscriber) =>
    subscribe(id, after, {
      ...subscriber,
      open: () => {
        opened += 1;
        subscriber.open({ ...toSnapshot(id), session: toSession(id, large) }, null);
      },
    });
  const app = await startTestApp({ sessions });
  const slow = await app.connect();
  slow.raw.pause();
  const ids = Array.from({ length: 8 }, (_, n) => sequentialId(n + 1));
  for (const sessionId of ids) slow.send({ type: 'subscribe', sessionId, id: sessionId });
  while (opened < 8) await rawRequest(`${app.url}/healthz`);
  expect(heldBytes(app)[0]).toBeLessThan(maxHeldBytes);
  slow.raw.resume();
  for (const sessionId of ids) await slow.snapshot(sessionId);
  const order = slow.frames.items.flatMap((frame) => (frame.type === 'snapshot' ? [frame.sessionId] : []));
  expect([...order].sort()).toEqual([...ids].sort());
  for (const sessionId of ids) {
    const about = slow.frames.items.flatMap((frame) =>
      (frame.type === 'ack' || frame.type === 'snapshot') && frame.sessionId === sessionId
        ? [frame.type]
        : [],
    );
    expect(about).toEqual(['ack', 'snapshot']);
  }
});

test('News that had no room is made good with how the session is then', async () => {
  const now = toSession(quiet, { title: 'Now' });
  const sessions = createFakeSessions({ get: async () => now });
  const app = await startTestApp({ sessions });
  const slow = await app.connect();
  await slow.ask({ type: 'subscribe', sessionId: noisy });
  await slow.snapshot(noisy);
  await clog(app, slow);
  // Fills what is left of the room: news is dropped by session, so each of these stays.
  const filling = 'x'.repeat(100 * 1024);
  for (let i = 0; i < 60; i++)
    app.sessions.tell({
      type: 'session.updated',
      session: toSession(sequentialId(i, 5), { title: filling }),
    });
  app.clock.advance(newsRoundMs);
  for (let i = 0; i < 50; i++) {
    app.sessions.tell({ type: 'session.updated', session: toSession(quiet, { title: `${filling}${i}` }) });
    app.clock.advance(newsRoundMs);
  }
  expect(heldBytes(app)[0]).toBeLessThan(maxHeldBytes);
  slow.raw.resume();
  await slow.frames.waitFor((frame) => frame.type === 'session.updated' && frame.session.title === 'Now');
});

test('A client that sends commands and never reads the answers is cut off', async () => {
  const refusal = new AppError('conflict', 'x'.repeat(100 * 1024));
  const sessions = createFakeSessions({ unqueue: () => Promise.reject(refusal) });
  const app = await startTestApp({ sessions });
  const slow = await app.connect();
  await slow.ask({ type: 'subscribe', sessionId: noisy });
  await slow.snapshot(noisy);
  await clog(app, slow);
  const gone = deferred();
  for (const client of app.app.websocketServer.clients) client.on('close', () => gone.resolve());
  for (let i = 0; i < 100; i++) slow.send({ type: 'message.unqueue', sessionId: quiet, messageId: noisy });
  await gone.promise;
  expect(app.app.websocketServer.clients.size).toBe(0);
  expect(app.sessions.subscribers(noisy)).toBe(0);
});
