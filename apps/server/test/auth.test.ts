// With a token set, every route but the open ones wants it; the route table itself is the list that is tried.
import { expect, test } from 'vitest';
import { createFakeSessions } from './support/fake-sessions.ts';
import { rawRequest, rawUpgrade } from './support/raw-request.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { openSocket } from './support/test-socket.ts';

const token = 'a-token-of-enough-length';
const env = { AUTH_TOKEN: token };

async function signIn(app: TestApp, candidate: string, headers: Record<string, string> = {}) {
  return rawRequest(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token: candidate }),
  });
}

function cookieOf(answer: { headers: Record<string, string | string[] | undefined> }): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

test('The open routes are exactly these', async () => {
  const { app } = await startTestApp({ env });
  const open = app.routeTable.filter((route) => route.open).map((route) => `${route.method} ${route.url}`);
  expect(open.sort()).toEqual(
    [
      ...['/', '/*', '/healthz', '/readyz', '/s/:sessionId'].flatMap((url) => [`GET ${url}`, `HEAD ${url}`]),
      'POST /api/login',
    ].sort(),
  );
});

test('Every other route refuses whoever has no token, a wrong one, or the token in the wrong place', async () => {
  const app = await startTestApp({ env });
  const closed = app.app.routeTable.filter((route) => !route.open);
  expect(closed.length).toBeGreaterThan(10);
  const wrong: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: token },
    { cookie: 'slipstream_auth=wrong' },
    { cookie: `slipstream_auth=${token}` },
    { 'x-api-key': token },
  ];
  for (const { method, url } of closed)
    for (const headers of wrong) {
      const path = url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000');
      const answer = await rawRequest(`${app.url}${path}?token=${token}`, { method, headers });
      expect(answer.status, `${method} ${url} ${JSON.stringify(headers)}`).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      if (method !== 'HEAD') expect(JSON.parse(answer.body).code).toBe('unauthorized');
    }
  for (const headers of wrong) expect((await rawUpgrade(app.port, '/ws', headers)).status).toBe(401);
  const refused = await rawUpgrade(app.port, `/ws?token=${token}`);
  expect(refused.status).toBe(401);
  expect(refused.text).toMatch(/^connection: close\r$/im);
  expect(refused.text).not.toMatch(/keep-alive/i);
  expect(app.sessions.calls.items.map((call) => call.name)).toEqual(['watch']);
});

test('The token opens requests and sockets as a bearer token', async () => {
  const app = await startTestApp({ env });
  const headers = { authorization: `Bearer ${token}` };
  expect((await rawRequest(`${app.url}/api/models`, { headers })).status).toBe(200);
  const socket = await openSocket(app.url, headers);
  expect(
    await socket.ask({ type: 'unsubscribe', sessionId: '00000000-0000-4000-8000-000000000000' }),
  ).toMatchObject({
    type: 'ack',
  });
});

test('Signing in gives a cookie that opens both, is hidden from scripts and other sites, and is not the token', async () => {
  const app = await startTestApp({ env });
  const answer = await signIn(app, token);
  expect(answer.status).toBe(204);
  const header = String(answer.headers['set-cookie']);
  expect(header).toMatch(/^slipstream_auth=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
  expect(header).not.toContain(token);
  const headers = { cookie: cookieOf(answer) };
  expect((await rawRequest(`${app.url}/api/models`, { headers })).status).toBe(200);
  expect((await openSocket(app.url, { ...headers, origin: app.url })).frames.items).toHaveLength(1);
});

test('Behind TLS the cookie is for TLS only', async () => {
  const app = await startTestApp({ env });
  const answer = await signIn(app, token, { 'x-forwarded-proto': 'https' });
  expect(answer.headers['set-cookie']?.toString()).toContain('; Secure;');
});

test('A cookie ends with the token it was made for', async () => {
  const before = await startTestApp({ env });
  const cookie = cookieOf(await signIn(before, token));
  const after = await startTestApp({ env: { AUTH_TOKEN: 'another-token-of-enough-length' } });
  expect((await rawRequest(`${after.url}/api/models`, { headers: { cookie } })).status).toBe(401);
});

test('Wrong tokens are refused, and after ten tries right ones as well until time has passed', async () => {
  const app = await startTestApp({ env });
  for (let i = 0; i < 10; i++) {
    const answer = await signIn(app, `wrong ${i}`);
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const limited = await signIn(app, token);
  expect(limited.status).toBe(429);
  expect(limited.headers['retry-after']).toBe('10');
  expect(JSON.parse(limited.body).code).toBe('rate_limited');
  app.clock.advance(6000);
  expect((await signIn(app, token)).status).toBe(204);
});

test('A login without a token in it is told so', async () => {
  const app = await startTestApp({ env });
  const answer = await rawRequest(`${app.url}/api/login`, { method: 'POST' });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'invalid_request', details: { path: 'token' } });
});

test('Without a token set, signing in succeeds and leaves no cookie', async () => {
  const app = await startTestApp();
  const answer = await signIn(app, 'anything');
  expect(answer.status).toBe(204);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('No secret reaches the log, also when a request fails with it in hand', async () => {
  const sessions = createFakeSessions({
    list: () => Promise.reject(Object.assign(new Error('broken'), { token, apiKey: token })),
  });
  const app = await startTestApp({ env, sessions });
  const cookie = cookieOf(await signIn(app, token));
  const text = 'what the user searches for';
  const headers = { authorization: `Bearer ${token}`, cookie };
  const answer = await rawRequest(`${app.url}/api/sessions?q=${encodeURIComponent(text)}`, { headers });
  expect(answer.status).toBe(500);
  expect(answer.body).not.toContain('broken');
  await signIn(app, 'wrong-token-of-mine');
  const log = app.logLines.join('');
  expect(log).toContain('request failed');
  for (const secret of [token, cookie.split('=')[1] ?? '', 'wrong-token-of-mine', 'searches'])
    expect(log).not.toContain(secret);
});
