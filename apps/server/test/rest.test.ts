// The REST API's translation: what is asked of the sessions, and how their answers and refusals look over HTTP.
import { AppError } from '@slipstream/protocol';
import { sequentialId } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { createFakeSessions, toSession } from './support/fake-sessions.ts';
import { rawRequest } from './support/raw-request.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';

const id = sequentialId(1);
const turnId = sequentialId(2);
const session = toSession(id);

async function call(app: TestApp, method: string, path: string, body?: unknown) {
  const answer = await rawRequest(`${app.url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    type: answer.headers['content-type'],
    body: answer.body === '' ? undefined : JSON.parse(answer.body),
  };
}

const lastCall = (app: TestApp) => app.sessions.calls.items.at(-1);

test('Sessions are listed with the query as it was checked', async () => {
  const page = { sessions: [session], nextCursor: 'c' };
  const app = await startTestApp({ sessions: createFakeSessions({ list: async () => page }) });
  expect(await call(app, 'GET', '/api/sessions')).toMatchObject({ status: 200, body: page });
  expect(lastCall(app)).toEqual({ name: 'list', args: [{ limit: 50, archived: false }] });
  await call(app, 'GET', '/api/sessions?limit=7&cursor=c&archived=true&q=%E4%BD%A0%20%22');
  expect(lastCall(app)).toEqual({
    name: 'list',
    args: [{ limit: 7, cursor: 'c', archived: true, q: '你 "' }],
  });
});

test('A session is made, and the second time found', async () => {
  let created = true;
  const sessions = createFakeSessions({ create: async () => ({ session, created }) });
  const app = await startTestApp({ sessions });
  expect(await call(app, 'POST', '/api/sessions', { id, title: ' A ' })).toMatchObject({
    status: 201,
    body: session,
  });
  expect(lastCall(app)).toEqual({ name: 'create', args: [{ id, title: 'A' }] });
  created = false;
  expect((await call(app, 'POST', '/api/sessions', {})).status).toBe(200);
  expect((await call(app, 'POST', '/api/sessions')).status).toBe(200);
});

test('A session is read, changed and deleted; its messages and trajectories are read', async () => {
  const messages = { messages: [], nextCursor: null };
  const app = await startTestApp({
    sessions: createFakeSessions({
      get: async () => session,
      update: async (_id, changes) => toSession(id, { title: changes.title ?? '' }),
      delete: async () => {},
      messages: async () => messages,
      trajectory: async () => ({ turn: {} as never, entries: [], changes: [] }),
    }),
  });
  expect(await call(app, 'GET', `/api/sessions/${id.toUpperCase()}`)).toMatchObject({
    status: 200,
    body: session,
  });
  expect(lastCall(app)).toEqual({ name: 'get', args: [id] });
  expect(await call(app, 'PATCH', `/api/sessions/${id}`, { title: 'B', pinned: true })).toMatchObject({
    status: 200,
    body: { title: 'B' },
  });
  expect(lastCall(app)).toEqual({ name: 'update', args: [id, { title: 'B', pinned: true }] });
  expect(await call(app, 'DELETE', `/api/sessions/${id}`)).toMatchObject({ status: 204, body: undefined });
  expect(lastCall(app)).toEqual({ name: 'delete', args: [id] });
  expect((await call(app, 'GET', `/api/sessions/${id}/messages?limit=3&before=${turnId}`)).body).toEqual(
    messages,
  );
  expect(lastCall(app)).toEqual({ name: 'messages', args: [id, { limit: 3, before: turnId }] });
  expect((await call(app, 'GET', `/api/sessions/${id}/turns/${turnId}/trajectory`)).body).toEqual({
    turn: {},
    entries: [],
    changes: [],
  });
  expect(lastCall(app)).toEqual({ name: 'trajectory', args: [id, turnId, { preview: false }] });
});

test.each([
  ['POST', '/api/sessions', { id: 'x' }, 'id'],
  ['POST', '/api/sessions', { mode: 'root' }, 'mode'],
  ['POST', '/api/sessions', { title: '   ' }, 'title'],
  ['POST', '/api/sessions', [], ''],
  ['PATCH', `/api/sessions/${id}`, { pinned: 'yes' }, 'pinned'],
  ['GET', '/api/sessions?limit=0', undefined, 'limit'],
  ['GET', '/api/sessions?limit=many', undefined, 'limit'],
  ['GET', '/api/sessions?archived=perhaps', undefined, 'archived'],
  ['GET', '/api/sessions?q=a&q=b', undefined, 'q'],
  ['GET', `/api/sessions/${id}/messages?before=x`, undefined, 'before'],
])('%s %s with a bad field is told which one', async (method, path, body, field) => {
  const app = await startTestApp();
  const answer = await call(app, method, path, body);
  expect(answer).toMatchObject({
    status: 400,
    type: 'application/problem+json; charset=utf-8',
    body: { code: 'invalid_request', details: { path: field } },
  });
});

test.each([
  ['GET', '/api/sessions/not-an-id'],
  ['DELETE', '/api/sessions/not-an-id'],
  ['GET', `/api/sessions/${id}/turns/not-an-id/trajectory`],
  ['GET', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['PUT', `/api/sessions/${id}`],
  ['GET', '/api'],
  ['GET', '/api/sessions/'],
])('%s %s is not there', async (method, path) => {
  const app = await startTestApp();
  expect(await call(app, method, path)).toMatchObject({
    status: 404,
    type: 'application/problem+json; charset=utf-8',
    body: { code: 'not_found' },
  });
});

test('Bodies that are no JSON, of another kind, or too large are refused as what they are', async () => {
  const app = await startTestApp();
  const post = async (type: string, body: string) => {
    const headers = { 'content-type': type };
    const answer = await rawRequest(`${app.url}/api/sessions`, { method: 'POST', headers, body });
    return [answer.status, JSON.parse(answer.body).code];
  };
  expect(await post('application/json', '{')).toEqual([400, 'invalid_request']);
  expect(await post('application/json', '{"__proto__":{"a":1}}')).toEqual([400, 'invalid_request']);
  expect(await post('text/plain', '{}')).toEqual([400, 'invalid_request']);
  expect(await post('application/x-www-form-urlencoded', 'a=b')).toEqual([400, 'invalid_request']);
  expect(await post('application/json', `"${'x'.repeat(1024 * 1024)}"`)).toEqual([413, 'too_large']);
  expect(app.sessions.calls.items).toHaveLength(1);
});

test('Refusals of the sessions keep their code, status and details; anything else says nothing of itself', async () => {
  let thrown: unknown;
  const app = await startTestApp({ sessions: createFakeSessions({ get: () => Promise.reject(thrown) }) });
  thrown = new AppError('conflict', 'Taken.', { details: { id } });
  expect(await call(app, 'GET', `/api/sessions/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Taken.', details: { id } },
  });
  thrown = new AppError('storage');
  expect((await call(app, 'GET', `/api/sessions/${id}`)).status).toBe(507);
  thrown = new Error('the database file is at /secret');
  const answer = await call(app, 'GET', `/api/sessions/${id}`);
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
  expect(app.logLines.join()).toContain('the database file is at /secret');
});

test('Models, version and health', async () => {
  const model = {
    id: 'm',
    label: 'M',
    provider: 'P',
    contextWindow: 1,
    vision: false,
    reasoning: false,
    demo: false,
  };
  const models = { list: async () => [model], defaultId: () => 'm', get: () => undefined };
  let stopping = false;
  let broken = false;
  const app = await startTestApp({
    models,
    stopping: () => stopping,
    ping: () => (broken ? Promise.reject(new AppError('storage', 'No disk.')) : Promise.resolve()),
  });
  expect((await call(app, 'GET', '/api/models')).body).toEqual({ models: [model], default: 'm' });
  expect((await call(app, 'GET', '/api/version')).body).toMatchObject({ name: 'slipstream', protocol: 1 });
  expect(await call(app, 'GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await call(app, 'GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  broken = true;
  expect(await call(app, 'GET', '/readyz')).toMatchObject({
    status: 503,
    body: { code: 'unavailable', message: 'The store does not answer: No disk.' },
  });
  broken = false;
  stopping = true;
  expect(await call(app, 'GET', '/readyz')).toMatchObject({
    status: 503,
    body: { message: 'The server is stopping.' },
  });
  expect((await call(app, 'GET', '/healthz')).status).toBe(200);
});

test('A harmless request id comes back, any other is replaced', async () => {
  const app = await startTestApp();
  const idOf = async (sent: string) => {
    const { headers } = await rawRequest(`${app.url}/healthz`, { headers: { 'x-request-id': sent } });
    return headers['x-request-id'];
  };
  expect(await idOf('abc-1.2:3_4')).toBe('abc-1.2:3_4');
  expect(await idOf('a b')).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/);
});

test('The metrics count sockets, frames and turns', async () => {
  const app = await startTestApp();
  const socket = await app.connect();
  await socket.ask({ type: 'unsubscribe', sessionId: id });
  app.sessions.tell({ type: 'session.updated', session: toSession(id, { status: 'running' }) });
  const lastTurn = { turnId, status: 'completed' as const };
  app.sessions.tell({ type: 'session.updated', session: toSession(id, { lastTurn }) });
  const { body, headers } = await rawRequest(`${app.url}/metrics`);
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toContain('slipstream_sockets 1\n');
  expect(body).toMatch(/^slipstream_socket_held_bytes \d+$/m);
  expect(body).toContain('slipstream_frames_received_total 1\n');
  // The second news of a session may still wait for its round.
  expect(body).toMatch(/slipstream_frames_sent_total [34]\n/);
  expect(body).toContain('slipstream_frames_dropped_total 0\n');
  expect(body).toContain('slipstream_running_turns 0\n');
  expect(body).toContain('slipstream_turns_total{status="completed"} 1\n');
  expect(body).toMatch(/slipstream_event_loop_lag_seconds\{quantile="0.99"\} [\d.e-]+\n/);
});
