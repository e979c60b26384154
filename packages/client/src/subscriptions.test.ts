import { beforeEach, describe, expect, it } from 'vitest';
import { toId } from './test/fake-environment.ts';
import { aSession, aTurn, sessionId, viewOf } from './test/records.ts';
import { type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();
let client: TestClient;

beforeEach(async () => {
  client = await scene.start();
});

const state = (id = sessionId) => client.session(id);
const isReady = (id = sessionId) => until(client, () => state(id).phase === 'ready');
const framesOf = (...types: string[]) => scene.server.frames.filter(({ type }) => types.includes(type));
const finished = (turn: number) => until(client, () => Object.hasOwn(state().finished, toId(3, turn)));
async function opened(id = sessionId) {
  const close = client.open(id);
  await isReady(id);
  return close;
}

describe('subscriptions', () => {
  it('are counted, and end once', async () => {
    const first = await opened();
    const second = client.open(sessionId);
    first();
    first();
    await client.unqueue(sessionId, sessionId);
    expect(framesOf('subscribe', 'unsubscribe')).toHaveLength(1);
    second();
    await client.unqueue(sessionId, sessionId);
    expect(framesOf('subscribe', 'unsubscribe').map(({ type }) => type)).toEqual([
      'subscribe',
      'unsubscribe',
    ]);
  });

  it('that end and begin within one task send nothing', async () => {
    const close = await opened();
    close();
    client.open(sessionId);
    await client.unqueue(sessionId, sessionId);
    expect(framesOf('subscribe', 'unsubscribe')).toHaveLength(1);
  });

  it('that begin again resume', async () => {
    const turn = aTurn(1);
    const close = await opened();
    scene.server.publish(sessionId, ...turn.slice(0, 7));
    await until(client, () => state().turn?.steps[0]?.retries.length === 1);
    close();
    await client.unqueue(sessionId, sessionId);
    scene.server.publish(sessionId, ...turn.slice(7));
    await client.unqueue(sessionId, sessionId);
    expect(state().turn).toEqual(viewOf(turn.slice(0, 7)));
    client.open(sessionId);
    await finished(1);
    expect(framesOf('subscribe')[1]).toMatchObject({ after: { log: 'log-1', seq: 7 } });
    expect(state().finished).toEqual({ [toId(3, 1)]: viewOf(turn) });
  });

  it('are refused for good, or only for a while', async () => {
    let refusals = 0;
    scene.server.onFrame = (frame, peer) => {
      if (frame.type !== 'subscribe' || refusals === 3) return false;
      refusals += 1;
      const code = frame.sessionId === 'nonsense' ? 'bad_frame' : 'storage';
      peer.send({ type: 'error', id: frame.id, code, message: 'No.' });
      return true;
    };
    client.open('nonsense');
    await isReady('nonsense');
    expect(state('nonsense')).toMatchObject({ session: null, deleted: true });
    client.open(sessionId);
    for (const bound of [1_000, 2_000]) {
      await until(scene.server, () => refusals === bound / 1_000 + 1);
      await client.unqueue(sessionId, sessionId);
      client.clock.advance(bound);
    }
    await isReady();
    expect(framesOf('subscribe')).toHaveLength(4);
  });

  it('of a session that does not exist yet show it once it does', async () => {
    scene.server.session(sessionId).session = null;
    await opened();
    expect(state()).toMatchObject({ session: null, deleted: false });
    scene.server.broadcast({ type: 'session.updated', session: aSession() });
    await until(client, () => state().session !== null);
    scene.server.publish(sessionId, ...aTurn(1));
    await finished(1);
  });

  it('of a session that was deleted and made again begin anew', async () => {
    await opened();
    scene.server.broadcast({ type: 'session.deleted', sessionId });
    await until(client, () => state().deleted);
    scene.server.session(sessionId).log = 'log-2';
    scene.server.broadcast({ type: 'session.updated', session: aSession() });
    await until(client, () => !state().deleted);
    await client.unqueue(sessionId, sessionId);
    scene.server.publish(sessionId, ...aTurn(1));
    await finished(1);
    expect(framesOf('subscribe')).toHaveLength(2);
  });
});

describe('memory', () => {
  it('holds what is open, and a few of those that were', async () => {
    const open = await opened();
    const ids = Array.from({ length: 12 }, (_, index) => toId(8, index));
    for (const id of ids) (await opened(id))();
    expect(state().phase).toBe('ready');
    const kept = ids.filter((id) => state(id).phase === 'ready');
    expect(kept).toEqual(ids.slice(-8));
    open();
    expect(state().phase).toBe('ready');
  });

  it('gives the same object until something changes', async () => {
    await opened();
    expect(state()).toBe(state());
    expect(client.session('other')).toBe(client.session('other'));
    expect(client.sessionList()).toBe(client.sessionList());
    expect(client.connection()).toBe(client.connection());
  });
});
