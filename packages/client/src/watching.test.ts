import type { AgentEvent } from '@slipstream/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { toId } from './test/fake-environment.ts';
import { aSession, aTurn, sessionId, viewOf } from './test/records.ts';
import { retried, type TestClient, until } from './test/start-client.ts';
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
async function reconnected() {
  await retried(client);
  await until(client, () => client.connection().phase === 'online');
}

describe('a turn that is watched', () => {
  it('comes to the same state over a socket lost at any event', async () => {
    const turn = aTurn(1);
    await opened();
    scene.server.publish(sessionId, ...turn);
    await finished(1);
    const uncut = state();
    expect(uncut.messages).toHaveLength(2);
    expect(uncut.finished).toEqual({ [toId(3, 1)]: viewOf(turn) });

    for (let cut = 0; cut <= turn.length; cut += 1) {
      const id = toId(8, cut);
      const mine = (events: AgentEvent[]) => scene.server.publish(id, ...events);
      const close = await opened(id);
      mine(turn.slice(0, cut));
      await client.unqueue(id, id);
      scene.server.cutAll();
      mine(turn.slice(cut, cut + 3));
      await reconnected();
      mine(turn.slice(cut + 3));
      await until(client, () => Object.hasOwn(state(id).finished, toId(3, 1)));
      await client.unqueue(id, id);
      const session = aSession({ id });
      expect(state(id)).toEqual({ ...uncut, sessionId: id, session });
      close();
    }
    const resumes = framesOf('subscribe').filter((frame) => 'after' in frame && frame.after);
    expect(resumes.length).toBeGreaterThanOrEqual(turn.length + 1);
  });

  it('goes on from a snapshot when the server has lost its memory', async () => {
    const turn = aTurn(1);
    await opened();
    scene.server.publish(sessionId, ...turn.slice(0, 12));
    await until(client, () => state().turn?.steps[0]?.calls[0]?.status === 'running');
    scene.server.cutAll();
    scene.server.session(sessionId).log = 'log-2';
    await reconnected();
    await client.unqueue(sessionId, sessionId);
    scene.server.publish(sessionId, ...turn.slice(12));
    await finished(1);
    expect(state().finished).toEqual({ [toId(3, 1)]: viewOf(turn) });
    expect(framesOf('subscribe').at(-1)).toMatchObject({ after: { log: 'log-1', seq: 12 } });
  });

  it('is asked for anew when an event is missing', async () => {
    const turn = aTurn(1);
    await opened();
    scene.server.publish(sessionId, ...turn.slice(0, 5));
    for (const peer of scene.server.peers) peer.subscribed.clear();
    scene.server.publish(sessionId, ...turn.slice(5, 9));
    for (const peer of scene.server.peers) peer.subscribed.add(sessionId);
    scene.server.publish(sessionId, ...turn.slice(9, 12));
    await until(client, () => state().turn?.steps[0]?.calls[0]?.status === 'running');
    expect(state().turn).toEqual(viewOf(turn.slice(0, 12)));
    expect(framesOf('subscribe')).toMatchObject([{}, { sessionId }]);
    expect(framesOf('subscribe')[1]).not.toHaveProperty('after');
    scene.server.publish(sessionId, ...turn.slice(12));
    await finished(1);
    expect(state().finished).toEqual({ [toId(3, 1)]: viewOf(turn) });
    expect(framesOf('subscribe')).toHaveLength(2);
  });

  it('tells listeners once for all that one frame says', async () => {
    await opened();
    await client.unqueue(sessionId, sessionId);
    let told = 0;
    client.listen(() => {
      told += 1;
    });
    scene.server.publish(sessionId, ...aTurn(1));
    await finished(1);
    expect(told).toBe(1);
  });
});
