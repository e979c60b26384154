import { maxFrameBytes } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import { createIds, createMemoryStorage, createRandom, toId } from './test/fake-environment.ts';
import { makeClient, retried, type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();

const session = toId(9, 1);
const sessions = [session, toId(9, 2), toId(9, 3)];

const pendingOf = (client: TestClient) => sessions.flatMap((id) => client.session(id).pending);
const settled = (client: TestClient) => until(client, () => pendingOf(client).length === 0);
const texts = (id = session) =>
  scene.server.committed.filter(({ sessionId }) => sessionId === id).map(({ text }) => text);

describe('exactly once', () => {
  it('over 1,000 lost sockets, before and after the ack, with reloads in between', async () => {
    const random = createRandom(20260101);
    let losses = 0;
    let resent = 0;
    const seen = new Set<string>();
    scene.server.onFrame = (frame, peer) => {
      if (frame.type !== 'message.send') return false;
      if (seen.has(frame.messageId)) resent += 1;
      seen.add(frame.messageId);
      if (losses >= 1000) return false;
      const fate = random();
      if (fate < 0.2) return false;
      losses += 1;
      if (fate > 0.45) scene.server.answer(frame, fate > 0.75 ? peer : { ...peer, send: () => {} });
      peer.cut();
      return true;
    };

    const newId = createIds();
    const storage = createMemoryStorage();
    const fetch = async () => Response.json({ sessions: [], nextCursor: null });
    const sent = new Map<string, string[]>(sessions.map((id) => [id, []]));
    let client = await scene.start({ newId, storage, fetch });
    let reloadAt = 100;
    let count = 0;
    while (losses < 1000) {
      for (let waiting = pendingOf(client).length; waiting < 6; waiting += 1) {
        const id = sessions[Math.floor(random() * sessions.length)] ?? session;
        count += 1;
        sent.get(id)?.push(`text ${count}`);
        client.send(id, `text ${count}`);
      }
      const current = client;
      await until(client, () => current.connection().retryAt !== null || pendingOf(current).length === 0);
      if (client.connection().retryAt === null) continue;
      await retried(client);
      if (losses < reloadAt) continue;
      reloadAt += 100;
      client.close();
      client = await scene.start({ newId, storage, fetch });
    }
    await until(client, () => client.connection().phase !== 'online' || pendingOf(client).length === 0);
    if (client.connection().phase !== 'online') await retried(client);
    await settled(client);

    expect(losses).toBe(1000);
    expect(resent).toBeGreaterThan(500);
    expect(scene.server.committed).toHaveLength(count);
    for (const id of sessions) expect(texts(id)).toEqual(sent.get(id));
    expect(storage.entries.size).toBe(0);
  }, 60_000);

  it('keeps the order of a session when its first message is refused for a while', async () => {
    let refusals = 2;
    scene.server.onFrame = (frame, peer) => {
      if (frame.type !== 'message.send' || refusals === 0) return false;
      refusals -= 1;
      peer.send({ type: 'error', id: frame.id, code: 'rate_limited', message: 'Slow down.' });
      return true;
    };
    const client = await scene.start();
    client.send(session, 'one');
    client.send(session, 'two');
    await until(client, () => client.session(session).pending[0]?.error !== null);
    expect(client.session(session).pending[0]).toMatchObject({
      state: 'sending',
      error: { code: 'rate_limited', message: 'Slow down.' },
    });
    client.send(session, 'three');
    expect(scene.server.frames.filter(({ type }) => type === 'message.send')).toHaveLength(1);
    client.clock.advance(1_000);
    await until(scene.server, () => refusals === 0);
    await until(client, () => client.clock.delays().some((delay) => delay < 2_500));
    client.clock.advance(2_500);
    await settled(client);
    expect(texts()).toEqual(['one', 'two', 'three']);
  });
});

describe('what was not acknowledged', () => {
  it('is there and is sent for a new client with the same storage', async () => {
    const storage = createMemoryStorage();
    const first = scene.make({ storage });
    first.send(session, 'written offline', { model: 'demo', mode: 'plan' });
    first.send(session, 'and this');
    first.close();

    const second = scene.make({ storage, newId: createIds(2) });
    expect(second.session(session).pending.map(({ text }) => text)).toEqual(['written offline', 'and this']);
    second.send(session, 'last');
    second.start();
    await settled(second);
    expect(texts()).toEqual(['written offline', 'and this', 'last']);
    expect(scene.server.frames.find(({ type }) => type === 'message.send')).toMatchObject({
      messageId: toId(1, 1),
      model: 'demo',
      mode: 'plan',
    });
    expect(storage.entries.size).toBe(0);
  });

  it('of another server in the same storage is left alone', async () => {
    const storage = createMemoryStorage();
    const elsewhere = makeClient({ baseUrl: 'http://localhost:1' }, { storage });
    elsewhere.send(session, 'for the other');
    storage.setItem(`slipstream.outbox.${scene.server.baseUrl}.x`, '{"broken":');
    const client = await scene.start({ storage });
    expect(client.session(session).pending).toEqual([]);
    expect(storage.entries.size).toBe(2);
  });

  it('is not sent when another tab has settled it meanwhile', async () => {
    const storage = createMemoryStorage();
    scene.make({ storage }).send(session, 'from the first tab');
    const second = scene.make({ storage });
    expect(second.session(session).pending).toHaveLength(1);
    storage.entries.clear();
    second.start();
    await settled(second);
    expect(scene.server.committed).toEqual([]);
  });

  it('is kept in memory where storage refuses', async () => {
    const storage = createMemoryStorage();
    storage.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    const client = scene.make({ storage });
    client.send(session, 'kept');
    client.start();
    await settled(client);
    expect(texts()).toEqual(['kept']);
  });

  it('goes with its session', async () => {
    const client = scene.make();
    scene.server.session(session);
    scene.server.onFrame = (frame) => frame.type === 'message.send';
    client.send(session, 'too late');
    client.start();
    await until(scene.server, () => scene.server.frames.some(({ type }) => type === 'message.send'));
    scene.server.broadcast({ type: 'session.deleted', sessionId: session });
    await settled(client);
    expect(client.storage.entries.size).toBe(0);
  });
});

describe('a refused message', () => {
  const refuse = (code: string) => {
    scene.server.onFrame = (frame, peer) => {
      if (frame.type !== 'message.send' || frame.text !== 'bad') return false;
      peer.send({ type: 'error', code, message: 'No.', ...(frame.id ? { id: frame.id } : {}) });
      return true;
    };
  };

  it.each(['conflict', 'bad_frame', 'too_large', 'not_found', 'internal', 'some_newer_code'])(
    'with %s is shown as failed, is not in the way of others, and can be dropped',
    async (code) => {
      refuse(code);
      const client = await scene.start();
      const id = client.send(session, 'bad');
      client.send(session, 'good');
      await until(client, () => client.session(session).pending.length === 1);
      await until(client, () => client.session(session).pending[0]?.state === 'failed');
      expect(client.session(session).pending).toMatchObject([
        { messageId: id, error: { code: code === 'some_newer_code' ? 'internal' : code, message: 'No.' } },
      ]);
      expect(texts()).toEqual(['good']);
      expect(client.storage.entries.size).toBe(1);
      expect(client.dropMessage(session, id)).toBe('bad');
      expect(client.dropMessage(session, id)).toBe('');
      expect(client.session(session).pending).toEqual([]);
      expect(client.storage.entries.size).toBe(0);
    },
  );

  it('can be sent again under the same id, also after a reload', async () => {
    refuse('internal');
    const first = await scene.start();
    const id = first.send(session, 'bad');
    await until(first, () => first.session(session).pending[0]?.state === 'failed');
    first.close();

    scene.server.onFrame = () => false;
    const second = await scene.start({ storage: first.storage });
    expect(second.session(session).pending).toMatchObject([{ messageId: id, state: 'failed' }]);
    second.retryMessage(session, id);
    expect(second.session(session).pending).toMatchObject([{ messageId: id, state: 'sending', error: null }]);
    await settled(second);
    expect(scene.server.committed).toEqual([{ sessionId: session, messageId: id, text: 'bad' }]);
  });

  it('that would close the socket is not sent', async () => {
    const client = await scene.start();
    client.send(session, '\u0000'.repeat(maxFrameBytes / 4));
    client.send(session, '界'.repeat(380_000));
    client.send(session, '');
    client.send(session, 'good');
    await until(scene.server, () => scene.server.committed.length === 1);
    expect(client.session(session).pending.map(({ error }) => error?.code)).toEqual(
      expect.arrayContaining(['too_large', 'too_large', 'invalid_request']),
    );
    expect(texts()).toEqual(['good']);
    expect(scene.server.accepted()).toBe(1);
  });

  it('is the largest one under way when the server closes with 1009', async () => {
    let closed = false;
    scene.server.onFrame = (frame, peer) => {
      if (frame.type !== 'message.send' || closed) return false;
      closed = scene.server.frames.filter(({ type }) => type === 'message.send').length === 2;
      if (closed) peer.close(1009);
      return true;
    };
    const client = await scene.start();
    client.send(session, 'small');
    client.send(toId(9, 2), 'a much larger one');
    await retried(client);
    await until(scene.server, () => scene.server.committed.length === 1);
    expect(client.session(toId(9, 2)).pending).toMatchObject([
      { state: 'failed', error: { code: 'too_large' } },
    ]);
    expect(texts()).toEqual(['small']);
  });
});

it('sends a message again when its ack does not come', async () => {
  let ignored = 0;
  scene.server.onFrame = (frame) => frame.type === 'message.send' && ignored++ === 0;
  const client = await scene.start();
  client.send(session, 'again');
  await until(scene.server, () => ignored === 1);
  for (let asked = 0; asked < 3; asked += 1) {
    client.clock.advance(10_000);
    // Another answer keeps the socket alive.
    await client.unqueue(session, toId(4, 1));
  }
  await until(client, () => client.session(session).pending[0]?.error?.code === 'unavailable');
  expect(scene.server.accepted()).toBe(1);
  client.clock.advance(1_000);
  await settled(client);
  expect(texts()).toEqual(['again']);
});
