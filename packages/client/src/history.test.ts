import type { Trajectory } from '@slipstream/protocol';
import { noUsage } from '@slipstream/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { toId } from './test/fake-environment.ts';
import { aBranch, at, sessionId } from './test/records.ts';
import { type TestClient, until } from './test/start-client.ts';
import { useServer } from './test/use-server.ts';

const scene = useServer();
let client: TestClient;

beforeEach(async () => {
  client = await scene.start();
});

const state = (id = sessionId) => client.session(id);
const isReady = (id = sessionId) => until(client, () => state(id).phase === 'ready');
async function opened(id = sessionId) {
  const close = client.open(id);
  await isReady(id);
  return close;
}

describe('what lies before the snapshot', () => {
  it('older messages come page by page', async () => {
    const branch = aBranch(130);
    scene.server.session(sessionId).messages.push(...branch);
    await opened();
    expect(state()).toMatchObject({ hasMore: true, messages: branch.slice(80) });
    const both = Promise.all([client.loadOlder(sessionId), client.loadOlder(sessionId)]);
    expect(state().loadingOlder).toBe(true);
    await both;
    expect(state()).toMatchObject({ hasMore: true, loadingOlder: false, messages: branch.slice(30) });
    await client.loadOlder(sessionId);
    expect(state()).toMatchObject({ hasMore: false, messages: branch });
    await client.loadOlder(sessionId);
    expect(scene.server.calls.filter((call) => call.includes('/messages?'))).toHaveLength(2);
  });

  it('a newest message that was too large for the snapshot comes like an older one', async () => {
    const branch = aBranch(2);
    const session = scene.server.session(sessionId);
    session.messages.push(...branch);
    session.inSnapshot = 0;
    await opened();
    expect(state()).toMatchObject({ hasMore: true, messages: [] });
    await client.loadOlder(sessionId);
    expect(state()).toMatchObject({ hasMore: false, messages: branch });
  });

  it('older messages that cannot be loaded leave what is there', async () => {
    scene.server.session(sessionId).messages.push(...aBranch(60));
    await opened();
    scene.server.onCall = (_, response) => {
      response.writeHead(502).end('<html>');
      return true;
    };
    await expect(client.loadOlder(sessionId)).rejects.toMatchObject({ code: 'unavailable' });
    expect(state()).toMatchObject({ loadingOlder: false, hasMore: true });
    expect(state().messages).toHaveLength(50);
  });

  it('a past turn is loaded once', async () => {
    const trajectory: Trajectory = {
      changes: [],
      turn: {
        id: toId(3, 5),
        sessionId,
        userMessageId: toId(4, 5),
        assistantMessageId: toId(5, 5),
        status: 'completed',
        model: 'demo',
        mode: 'default',
        channel: 'web',
        steps: 1,
        usage: noUsage,
        startedAt: at(1),
        endedAt: at(4),
      },
      entries: [
        {
          id: toId(6, 1),
          turnId: toId(3, 5),
          parentId: null,
          seq: 1,
          kind: 'step',
          name: 'demo',
          status: 'ok',
          input: { step: 1 },
          output: { text: 'Done.', reasoning: '', finishReason: 'stop' },
          startedAt: at(1),
          durationMs: 3000,
        },
      ],
    };
    scene.server.trajectories.set(toId(3, 5), trajectory);
    await opened();
    await Promise.all([client.loadTurn(sessionId, toId(3, 5)), client.loadTurn(sessionId, toId(3, 5))]);
    await client.loadTurn(sessionId, toId(3, 5));
    expect(state().finished[toId(3, 5)]).toMatchObject({ status: 'completed', durationMs: 3000 });
    expect(state().finished[toId(3, 5)]?.steps).toMatchObject([{ text: 'Done.', finishReason: 'stop' }]);
    expect(scene.server.calls.filter((call) => call.includes('/trajectory'))).toHaveLength(1);
    expect(await client.trajectory(sessionId, toId(3, 5))).toEqual(trajectory);
    scene.server.onCall = (request, response) => {
      if (!request.url?.includes('/prompt')) return false;
      asked.push(request.url);
      response.end(JSON.stringify({ prompt: null }));
      return true;
    };
    const asked: string[] = [];
    expect(await client.stepPrompt(sessionId, toId(3, 5), { step: 2, agentId: 'a b' })).toBeNull();
    expect(asked).toEqual([`/api/sessions/${sessionId}/turns/${toId(3, 5)}/prompt?step=2&agentId=a+b`]);
    await expect(client.loadTurn(sessionId, toId(3, 6))).rejects.toMatchObject({ code: 'not_found' });
    await expect(client.loadTurn(sessionId, toId(3, 6))).rejects.toMatchObject({ code: 'not_found' });
  });
});
