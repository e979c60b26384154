import { beforeEach, describe, expect, it } from 'vitest';
import { sessionId } from './test/records.ts';
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

describe('over REST', () => {
  it('a session is changed and deleted, and both are seen at once', async () => {
    await opened();
    expect(await client.updateSession(sessionId, { title: 'New', pinned: true })).toMatchObject({
      title: 'New',
    });
    expect(state().session).toMatchObject({ title: 'New', pinned: true });
    await client.deleteSession(sessionId);
    expect(state().deleted).toBe(true);
    await client.deleteSession(sessionId);
    await expect(client.updateSession(sessionId, { title: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('the models are listed', async () => {
    expect(await client.models()).toEqual({ models: [], default: 'demo' });
  });

  it('an answer that never comes is given up after 30 s', async () => {
    scene.server.onCall = (request) => request.url === '/api/models';
    const asked = expect(client.models()).rejects.toMatchObject({ code: 'unavailable' });
    await until(scene.server, () => scene.server.calls.includes('GET /api/models'));
    client.clock.advance(30_000);
    await asked;
  });

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [413, 'too_large'],
    [429, 'rate_limited'],
    [500, 'internal'],
    [503, 'unavailable'],
  ])('a plain %i of something in between is %s', async (status, code) => {
    scene.server.onCall = (_, response) => {
      response.writeHead(status).end('<html>');
      return true;
    };
    await expect(client.models()).rejects.toMatchObject({ code });
  });

  it('an answer that is no JSON is internal, and a refusal keeps its words', async () => {
    scene.server.onCall = (_, response) => {
      response.end('<html>');
      return true;
    };
    await expect(client.models()).rejects.toMatchObject({ code: 'internal' });
    const body = { code: 'invalid_request', message: 'The title is too long.', details: { path: 'title' } };
    scene.server.onCall = (_, response) => {
      response.writeHead(400).end(JSON.stringify(body));
      return true;
    };
    await expect(client.updateSession(sessionId, { title: 'x' })).rejects.toMatchObject(body);
  });
});
