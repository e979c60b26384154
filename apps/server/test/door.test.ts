// Who may talk to the server at all: the same answers for requests and for upgrades.
import { expect, test } from 'vitest';
import { rawBytes, rawRequest, rawUpgrade } from './support/raw-request.ts';
import { startTestApp, type TestApp } from './support/test-app.ts';
import { openSocket } from './support/test-socket.ts';

const own = (app: TestApp) => ({ host: `127.0.0.1:${app.port}` });

const strangers: [string, (app: TestApp) => Record<string, string>][] = [
  ['another host name', () => ({ host: 'rebind.attacker.test' })],
  ['a host name that looks like ours', (app) => ({ host: `localhost.evil.test:${app.port}` })],
  ['another site', (app) => ({ ...own(app), origin: 'https://evil.test' })],
  ['no site', (app) => ({ ...own(app), origin: 'null' })],
  ['another port', (app) => ({ ...own(app), origin: 'http://127.0.0.1:1' })],
  ['another name of this machine', (app) => ({ ...own(app), origin: `http://localhost:${app.port}` })],
  [
    'a name that begins like ours',
    (app) => ({ ...own(app), origin: `http://127.0.0.1:${app.port}.evil.test` }),
  ],
  [
    'a cross-site load',
    (app) => ({ ...own(app), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }),
  ],
  [
    'a cross-site socket',
    (app) => ({ ...own(app), 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'websocket' }),
  ],
];

test.each(strangers)('Nothing is given to %s', async (_what, headersFor) => {
  const app = await startTestApp();
  const headers = headersFor(app);
  for (const path of ['/', '/healthz', '/api/sessions', '/api/nothing', '/ws', '/nothing', '/assets/x.js']) {
    const answer = await rawRequest(`${app.url}${path}`, { headers });
    expect(answer.status, path).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'forbidden' });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
  expect((await rawUpgrade(app.port, '/ws', headers)).status).toBe(403);
  const login = await rawRequest(`${app.url}/api/login`, { method: 'POST', headers });
  expect(login.status).toBe(403);
  expect(app.sessions.calls.items.map((call) => call.name)).toEqual(['watch']);
});

test('The page itself, programs, links from elsewhere and local names get in', async () => {
  const app = await startTestApp();
  const status = async (headers: Record<string, string>, path = '/healthz') =>
    (await rawRequest(`${app.url}${path}`, { headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ ...own(app), origin: app.url, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await status({ host: `localhost:${app.port}`, origin: `http://localhost:${app.port}` })).toBe(200);
  expect(
    await status({
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }),
  ).toBe(200);
  expect((await rawUpgrade(app.port, '/ws', { origin: app.url })).status).toBe(101);
});

test('A listed host name gets in, and its page with it', async () => {
  const app = await startTestApp({ env: { ALLOWED_HOSTS: 'chat.example.com' } });
  const headers = { host: 'chat.example.com', origin: 'https://chat.example.com' };
  expect((await rawRequest(`${app.url}/healthz`, { headers })).status).toBe(200);
  expect((await rawUpgrade(app.port, '/ws', headers)).status).toBe(101);
});

test('The development server gets in only when it is set', async () => {
  const origin = 'http://localhost:5173';
  const closed = await startTestApp();
  expect((await rawRequest(`${closed.url}/healthz`, { headers: { origin } })).status).toBe(403);
  const opened = await startTestApp({ env: { DEV_ORIGIN: origin } });
  expect((await rawRequest(`${opened.url}/healthz`, { headers: { origin } })).status).toBe(200);
});

test('There is a WebSocket at one address only, and a refused upgrade leaves no connection behind', async () => {
  const app = await startTestApp();
  for (const path of [
    '/',
    '/healthz',
    '/api/sessions',
    '/nothing',
    '/ws/x',
    '/%zz',
    `/s/${'x'.repeat(3000)}`,
  ]) {
    expect((await rawUpgrade(app.port, path)).status, path).toBe(404);
  }
  await expect(openSocket(app.url, {}, '/api/sessions')).rejects.toThrow('404');
  const plain = await rawRequest(`${app.url}/ws`);
  expect(plain.status).toBe(404);
});

test('A program that offers HTTP/2 is answered', async () => {
  const app = await startTestApp();
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' };
  expect(await rawRequest(`${app.url}/healthz`, { headers })).toMatchObject({ status: 200 });
});

test('A request without a Host gets nothing', async () => {
  const app = await startTestApp();
  const answer = await rawBytes(app.port, 'GET /healthz HTTP/1.0\r\n\r\n');
  expect(answer.status).toBe(403);
});

test('Every answer carries the strict headers', async () => {
  const app = await startTestApp();
  for (const path of ['/', '/healthz', '/api/models', '/api/nothing', '/nothing', '/%zz', '/s/x']) {
    const { headers } = await rawRequest(`${app.url}${path}`);
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|http:/);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});
