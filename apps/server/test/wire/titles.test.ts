// Titles in the background, through the whole server: by which model, when, and whose are left alone.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGate, reply, wireReply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { makeFolder, makeProvider, type RealServer, startRealServer } from '../support/real-server.ts';
import type { TestSocket } from '../support/test-socket.ts';

async function startWithSmall(script: Parameters<typeof makeProvider>[0]) {
  const small = await makeProvider(script);
  const large = await makeProvider(() => 'With flour and water.');
  const file = join(makeFolder(), 'models.yaml');
  writeFileSync(
    file,
    `providers:
  - { name: large, baseUrl: ${large.baseUrl} }
  - { name: little, baseUrl: ${small.baseUrl} }
models:
  - { id: thinker, provider: large }
  - { id: namer, provider: little }
default: thinker
small: namer
`,
  );
  const server = await startRealServer([], { CONFIG_FILE: file, TITLES: 'model' });
  return { server, small, large };
}

async function say(socket: TestSocket, sessionId: string, text: string) {
  await socket.ask({ type: 'subscribe', sessionId });
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  return waitForEnd(socket, ack.turnId);
}

const titled = (socket: TestSocket, sessionId: string, title: string) =>
  socket.frames.waitFor(
    (frame) =>
      frame.type === 'session.updated' && frame.session.id === sessionId && frame.session.title === title,
  );

const titleOf = async (server: RealServer, sessionId: string) =>
  ((await server.get(`/api/sessions/${sessionId}`)).body as { title: string }).title;

test('The small model names a session after its first answer, in every tab, and only once', async () => {
  const { server, small, large } = await startWithSmall(['“Baking Bread”']);
  const [socket, other] = [await server.connect(), await server.connect()];
  const sessionId = randomUUID();
  await say(socket, sessionId, 'Please tell me how to bake bread');
  await Promise.all([socket, other].map((each) => titled(each, sessionId, 'Baking Bread')));
  await say(socket, sessionId, 'And cake?');
  expect(await titleOf(server, sessionId)).toBe('Baking Bread');
  expect(small.requests.map(({ body }) => body.model)).toEqual(['namer']);
  expect(large.requests).toHaveLength(2);
  expect(JSON.stringify(large.requests[1]?.body)).not.toContain('Baking Bread');
  await server.stop();
  expect(small.violations).toEqual([]);
});

test('A title that somebody gives meanwhile stays', async () => {
  const gate = createGate();
  const { server, small } = await startWithSmall([[reply.gate(gate), reply.text('Baking Bread')]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await say(socket, sessionId, 'How do I bake?');
  await gate.reached;
  const renamed = await fetch(`${server.url}/api/sessions/${sessionId}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Mine' }),
  });
  expect(renamed.status).toBe(200);
  gate.release();
  await say(socket, sessionId, 'And cake?');
  expect(await titleOf(server, sessionId)).toBe('Mine');
  expect(small.requests).toHaveLength(1);
});

test('Where the model fails the title by rule stays, and nobody is told of an error', async () => {
  const { server, small } = await startWithSmall(() => [wireReply.httpError(500)]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  expect(await say(socket, sessionId, 'How do I bake?')).toMatchObject({ status: 'completed' });
  await small.waitForRequest(1);
  await say(socket, sessionId, 'And cake?');
  await small.waitForRequest(2);
  expect(await titleOf(server, sessionId)).toBe('How do I bake?');
  expect(socket.frames.items.filter((frame) => frame.type === 'error')).toEqual([]);
});

test('A model that never answers holds up neither the next turn nor the end of the server', async () => {
  const { server, small } = await startWithSmall(() => [reply.hang()]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await say(socket, sessionId, 'How do I bake?');
  await small.waitForRequest(1);
  expect(await say(socket, sessionId, 'And cake?')).toMatchObject({ status: 'completed' });
  expect((await small.waitForClose(1)).outcome).toBe('closed_early');
  await small.waitForRequest(2);
  await server.stop(5000);
  expect((await small.waitForClose(2)).outcome).toBe('closed_early');
});
