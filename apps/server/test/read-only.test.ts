// A server that is only looked at: what every route and every frame gets there. Both tables are checked for being whole,
// so that whoever adds a route or a frame has to say here whether the public may have it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientFrame } from '@slipstream/protocol';
import { afterTest } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { createAttachmentFolder } from '../src/attachments/attachment-files.ts';
import { readableRoutes } from '../src/security/read-only.ts';
import { rawRequest, rawUpgrade } from './support/raw-request.ts';
import { startTestApp } from './support/test-app.ts';

const id = '00000000-0000-4000-8000-000000000000';
const env = { READ_ONLY: 'on' };

/** With all routes that the product has. */
async function start(more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-attachments-'));
  afterTest(() => rmSync(folder, { recursive: true, force: true }));
  return startTestApp({
    env: { ...env, ...more },
    attachments: { folder: createAttachmentFolder(folder, async () => []), maxBytes: 1000 },
  });
}

const refusedRoutes = [
  // What changes something.
  'POST /api/sessions',
  'POST /api/sessions/import',
  'PATCH /api/sessions/:sessionId',
  'DELETE /api/sessions/:sessionId',
  'DELETE /api/sessions/:sessionId/messages/:messageId',
  'POST /api/sessions/:sessionId/attachments',
  'POST /api/sessions/:sessionId/compactions',
  'DELETE /api/sessions/:sessionId/compactions/:compactionId',
  'POST /api/sessions/:sessionId/turns/:turnId/undo',
  'POST /api/channels/:channel/:chatId/messages',
  'PUT /api/workspace/file',
  'PUT /api/heartbeat',
  'DELETE /api/permissions/:ruleId',
  // What reads the owner's own things, which are in no chat.
  'GET /metrics',
  'GET /api/mcp',
  'GET /api/own-tools',
  'GET /api/heartbeat',
  'GET /api/permissions',
  'GET /api/skills',
  'GET /api/workspace/files',
  'GET /api/workspace/file',
  'GET /api/workspace/paths',
  'GET /api/workspace/tree',
  'GET /api/workspace/content',
  'GET /api/workspace/raw',
  'GET /api/sessions/:sessionId/files',
  'GET /api/sessions/:sessionId/files/diff',
  'GET /api/sessions/:sessionId/prompt',
  'GET /api/sessions/:sessionId/turns/:turnId/prompt',
];

test('Every route there is either reads or is refused, and is named here', async () => {
  const { app } = await start();
  const routes = app.routeTable
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  expect(routes.sort()).toEqual([...readableRoutes, ...refusedRoutes].sort());
});

test('What is not for reading chats is refused, before anything of it is looked at', async () => {
  const app = await start();
  for (const route of refusedRoutes) {
    const [method = '', url = ''] = route.split(' ');
    const answer = await rawRequest(`${app.url}${url.replace(/:\w+/g, id)}`, {
      method,
      // What is no JSON would be told so if anybody read it.
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json', 'content-length': '1' }, body: '{' }),
    });
    expect(answer.status, route).toBe(403);
    expect(JSON.parse(answer.body), route).toMatchObject({ code: 'read_only' });
    if (method !== 'GET') continue;
    const head = await rawRequest(`${app.url}${url.replace(/:\w+/g, id)}`, { method: 'HEAD' });
    expect(head.status, `HEAD of ${route}`).toBe(403);
  }
  expect(app.sessions.calls.items.map(({ name }) => name)).toEqual(['watch']);
});

test('What reads chats is answered as ever, and what does not exist as well', async () => {
  const app = await start();
  const elsewhere = ['GET /ws', 'POST /api/login'];
  for (const route of readableRoutes.filter((each) => !elsewhere.includes(each))) {
    const [method = '', url = ''] = route.split(' ');
    const answer = await rawRequest(`${app.url}${url.replace(/:\w+/g, id)}`, { method });
    expect(answer.status, route).not.toBe(403);
  }
  const nothing = await rawRequest(`${app.url}/api/nothing`, { method: 'POST' });
  expect(nothing.status).toBe(404);
  expect((await rawUpgrade(app.port, '/ws')).status).toBe(101);
  const stranger = await rawRequest(`${app.url}/api/sessions`, { headers: { host: 'rebind.attacker.test' } });
  expect(JSON.parse(stranger.body)).toMatchObject({ code: 'forbidden' });
});

type Frames = { [Type in ClientFrame['type']]: { frame: object; answer: object } };

const refused = { type: 'error', code: 'read_only' };
const text = 'hello';
/** Its type has every frame there is. */
const frames: Frames = {
  subscribe: { frame: {}, answer: { type: 'ack' } },
  unsubscribe: { frame: {}, answer: { type: 'ack' } },
  ping: { frame: {}, answer: { type: 'pong' } },
  'message.send': { frame: { messageId: id, text }, answer: refused },
  'message.unqueue': { frame: { messageId: id }, answer: refused },
  'message.edit': { frame: { messageId: id, text }, answer: refused },
  'queue.resume': { frame: {}, answer: refused },
  'turn.regenerate': { frame: { messageId: id }, answer: refused },
  'turn.cancel': { frame: {}, answer: refused },
  'turn.retry': { frame: { turnId: id }, answer: refused },
  'agent.cancel': { frame: { agentId: id }, answer: refused },
  'approval.answer': { frame: { approvalId: id, decision: 'allow_once' }, answer: refused },
};

test('A socket may read, and every command on it is refused', async () => {
  const app = await start();
  const socket = await app.connect();
  for (const [type, { frame, answer }] of Object.entries(frames)) {
    socket.sendText(JSON.stringify({ type, id: type, sessionId: id, ...frame }));
    const got = await socket.frames.waitFor((each) => 'id' in each && each.id === type);
    expect(got, type).toMatchObject(answer);
  }
  expect(app.sessions.calls.items.map(({ name }) => name)).toEqual(['watch', 'subscribe']);
});

test('It says what it is with the page, when a socket opens and with its version; any other says nothing', async () => {
  const readOnly = await start();
  const [ready] = (await readOnly.connect()).frames.items;
  expect(ready).toMatchObject({ type: 'ready', readOnly: true });
  const version = JSON.parse((await rawRequest(`${readOnly.url}/api/version`)).body);
  expect(version).toMatchObject({ name: 'slipstream', readOnly: true });
  expect((await rawRequest(`${readOnly.url}/s/${id}`)).headers['server-timing']).toBe('read-only');

  const usual = await startTestApp();
  expect((await usual.connect()).frames.items[0]).not.toHaveProperty('readOnly');
  expect((await rawRequest(`${usual.url}/`)).headers['server-timing']).toBeUndefined();
  expect(JSON.parse((await rawRequest(`${usual.url}/api/version`)).body)).not.toHaveProperty('readOnly');
});

test('With a token only those who have it may look', async () => {
  const token = 'a-token-of-enough-length';
  const app = await start({ AUTH_TOKEN: token });
  const headers = { authorization: `Bearer ${token}` };
  expect((await rawRequest(`${app.url}/api/models`)).status).toBe(401);
  expect((await rawRequest(`${app.url}/api/models`, { headers })).status).toBe(200);
  const login = await rawRequest(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(login.status).toBe(204);
  const denied = await rawRequest(`${app.url}/api/sessions`, { method: 'POST', headers });
  expect(JSON.parse(denied.body)).toMatchObject({ code: 'read_only' });
});
