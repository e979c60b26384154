import type { AgentEvent } from '@slipstream/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { toId } from './test/fake-environment.ts';
import { aMessage, aTurn, sessionId } from './test/records.ts';
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

describe('a message', () => {
  it('stays visible from the composer to the turn', async () => {
    await opened();
    const seen: number[] = [];
    scene.server.onFrame = (frame) => frame.type === 'message.send';
    const messageId = client.send(sessionId, 'task');
    client.listen(() => {
      const { pending, queue, messages } = state();
      seen.push([...pending, ...queue, ...messages].length);
    });
    await until(scene.server, () => framesOf('message.send').length === 1);
    const [frame] = framesOf('message.send');
    const [peer] = scene.server.peers;
    if (!frame || !peer) throw new Error('nothing was sent');
    scene.server.answer(frame, peer);
    await client.answerApproval(sessionId, sessionId, 'deny');
    expect(client.storage.entries.size).toBe(0);
    expect(state().pending).toMatchObject([{ messageId, text: 'task' }]);
    const [started] = aTurn(1);
    const message = aMessage({ id: messageId, text: 'task' });
    scene.server.publish(sessionId, { ...started, messageId, message } as AgentEvent);
    await until(client, () => state().messages.length === 1);
    expect(state().pending).toEqual([]);
    expect(new Set(seen)).toEqual(new Set([1]));
  });

  it('to a session that is not open is gone from sight with its ack', async () => {
    client.send(sessionId, 'task');
    expect(state().pending).toHaveLength(1);
    await until(client, () => state().pending.length === 0);
  });

  it('that waits in the queue can be taken back', async () => {
    expect(await client.unqueue(sessionId, toId(4, 1))).toBe(true);
    scene.server.onFrame = (_, peer) => {
      peer.cut();
      return true;
    };
    await expect(client.unqueue(sessionId, toId(4, 1))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(client.unqueue(sessionId, toId(4, 1))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('a wait for another attempt is ended for its turn alone', async () => {
  expect(await client.retryNow(sessionId, toId(3, 1))).toBe(true);
  expect(framesOf('turn.retry')).toMatchObject([{ sessionId, turnId: toId(3, 1) }]);
});

describe('stop', () => {
  it('names the turn, shows that it stops, and says what that ended', async () => {
    await opened();
    scene.server.publish(sessionId, ...aTurn(1).slice(0, 5));
    await until(client, () => state().turn !== null);
    const stopped = client.stop(sessionId);
    expect(state().stopping).toBe(true);
    expect(await stopped).toEqual({ cancelled: true, stopped: { requests: 1, tools: 0, approvals: 0 } });
    expect(framesOf('turn.cancel')).toMatchObject([{ sessionId, turnId: toId(3, 1) }]);
    expect(state().stopping).toBe(true);
    scene.server.publish(sessionId, ...aTurn(1).slice(-1));
    await finished(1);
    expect(state().stopping).toBe(false);
  });

  it('is over at once when nothing ran, or nobody watches', async () => {
    expect((await client.stop(sessionId)).cancelled).toBe(true);
    expect(state().stopping).toBe(false);
    await opened();
    scene.server.onFrame = (frame, peer) => {
      if (frame.type === 'turn.cancel') peer.send({ type: 'ack', id: frame.id, cancelled: false });
      return frame.type === 'turn.cancel';
    };
    expect(await client.stop(sessionId)).toEqual({ cancelled: false });
    expect(state().stopping).toBe(false);
  });

  it('and an answer to an approval are sent once more after a lost socket, and only once', async () => {
    let losses = 2;
    scene.server.onFrame = (frame, peer) => {
      if (frame.type !== 'turn.cancel' && frame.type !== 'approval.answer') return false;
      if (losses === 0) return false;
      losses -= 1;
      peer.cut();
      return true;
    };
    const answered = client.answerApproval(sessionId, toId(7, 1), 'deny', { note: 'not now' });
    await reconnected();
    const again = expect(answered).rejects.toMatchObject({ code: 'unavailable' });
    await retried(client);
    await again;
    expect(framesOf('approval.answer')).toHaveLength(2);

    await until(client, () => client.connection().phase === 'online');
    losses = 1;
    const stopped = client.stop(sessionId);
    await reconnected();
    expect((await stopped).cancelled).toBe(true);
    expect(await client.answerApproval(sessionId, toId(7, 1), 'allow_once')).toBe(true);
    expect(framesOf('approval.answer').at(0)).toMatchObject({ decision: 'deny', note: 'not now' });
    expect(framesOf('approval.answer').at(-1)).not.toHaveProperty('note');
  });

  it('asked for without a connection waits for one, but not for ever', async () => {
    scene.server.cutAll();
    await until(client, () => client.connection().retryAt !== null);
    const stopped = client.stop(sessionId);
    await reconnected();
    expect((await stopped).cancelled).toBe(true);

    await scene.server.close();
    await until(client, () => client.connection().retryAt !== null);
    const late = client.stop(sessionId);
    const refused = expect(late).rejects.toMatchObject({ code: 'unavailable' });
    client.clock.advance(30_000);
    await refused;
    expect(state().stopping).toBe(false);
    await scene.restart();
  });
});
