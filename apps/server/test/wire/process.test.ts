// The program from outside: how it starts, what it says when it cannot, how it stops, and what a kill leaves.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { EventOf } from '@slipstream/protocol';
import { createGate, reply, waitUntil } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd, waitForEvent } from '../support/reading.ts';
import { makeFolder, makeProvider, toEnvironment } from '../support/real-server.ts';
import { startProcess } from '../support/server-process.ts';
import { openSocket } from '../support/test-socket.ts';

const message = (sessionId: string, text: string) =>
  ({ type: 'message.send', sessionId, messageId: randomUUID(), text }) as const;

async function getJson(url: string) {
  const response = await fetch(url);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test('It says one line on stdout when it serves, logs JSON on stderr, and reads `.env`', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '.env'), 'PORT=0\nDATA_DIR=./d\nLOG_LEVEL=debug\n');
  const server = startProcess({ OPENAI_API_KEY: 'sk-canary-0123456789', OPENAI_MODEL: 'm' }, folder);
  const url = await server.ready;
  expect((await getJson(`${url}/readyz`)).status).toBe(200);
  expect(server.stdout()).toBe(`Slipstream is ready: ${url}\n`);
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  const lines = server.stderr().trim().split('\n');
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
  expect(server.stderr()).not.toContain('canary');
});

test('Bad settings are all told, and the code is 1', async () => {
  const folder = makeFolder();
  const server = startProcess({ PORT: 'x', MAX_STEPS: '0', HOST: '0.0.0.0' }, folder);
  expect((await server.exited).code).toBe(1);
  expect(server.stderr()).toBe(
    'The settings are not valid:\n' +
      '  - PORT must be a whole number from 0 to 65535\n' +
      '  - MAX_STEPS must be a whole number from 1 to 1000\n',
  );
  expect(server.stdout()).toBe('');
});

test('Listening for other machines without a token is refused with the reason', async () => {
  const server = startProcess({ PORT: '0', HOST: '0.0.0.0' }, makeFolder());
  expect((await server.exited).code).toBe(1);
  expect(server.stderr()).toContain('set AUTH_TOKEN');
});

test('A taken port and an unusable data folder are one sentence each, and the code is 1', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const folder = makeFolder();
  const env = { LOG_LEVEL: 'silent', OPENAI_API_KEY: 'sk-x', OPENAI_MODEL: 'm' };
  const onPort = startProcess({ ...env, PORT: `${port}` }, folder);
  expect((await onPort.exited).code).toBe(1);
  expect(onPort.stderr()).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use by another program; .*\n$/);
  taken.close();

  writeFileSync(join(folder, 'file'), '');
  const onFile = startProcess({ ...env, PORT: '0', DATA_DIR: join(folder, 'file') }, folder);
  expect((await onFile.exited).code).toBe(1);
  expect(onFile.stderr()).toMatch(
    /^The data folder \S+\/file cannot be used \(ENOTDIR\); set DATA_DIR .*\n$/,
  );
});

test('A second server on the same data is refused and disturbs nothing', async () => {
  const gate = createGate();
  const provider = await makeProvider([[reply.text('Still '), reply.gate(gate), reply.text('here.')]]);
  const folder = makeFolder();
  const env = toEnvironment(folder, provider);
  const first = startProcess(env, folder);
  const socket = await openSocket(await first.ready);
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await gate.reached;
  const second = startProcess({ ...env, LOG_LEVEL: 'silent' }, folder);
  expect((await second.exited).code).toBe(1);
  expect(second.stderr()).toMatch(/^.*Another server uses this data folder\..*\n$/);
  gate.release();
  expect(await waitForEnd(socket, sent.turnId)).toMatchObject({ status: 'completed', text: 'Still here.' });
});

test('Stopped by a signal it lets a running turn end, refuses new messages, says so, and closes with 1012', async () => {
  const gate = createGate();
  const provider = await makeProvider([[reply.text('To the '), reply.gate(gate), reply.text('end.')]]);
  const folder = makeFolder();
  const server = startProcess(toEnvironment(folder, provider), folder);
  const url = await server.ready;
  const socket = await openSocket(url);
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await gate.reached;
  server.child.kill('SIGTERM');
  while ((await getJson(`${url}/readyz`)).status === 200);
  expect((await getJson(`${url}/readyz`)).body).toMatchObject({ message: 'The server is stopping.' });
  expect((await getJson(`${url}/healthz`)).status).toBe(200);
  expect(await socket.ask(message(randomUUID(), 'more'))).toMatchObject({
    type: 'error',
    code: 'unavailable',
  });
  gate.release();
  expect(await waitForEnd(socket, sent.turnId)).toMatchObject({ status: 'completed', text: 'To the end.' });
  expect((await socket.closed).code).toBe(1012);
  expect(await server.exited).toEqual({ code: 0, signal: null });
});

test('A turn that outlasts the grace is interrupted with its text kept', async () => {
  const provider = await makeProvider([[reply.text('Half.'), reply.hang()]]);
  const folder = makeFolder();
  const env = { ...toEnvironment(folder, provider), SHUTDOWN_GRACE_MS: '0' };
  const server = startProcess(env, folder);
  const socket = await openSocket(await server.ready);
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEvent(socket, sessionId, 'text.delta');
  server.child.kill('SIGINT');
  expect(await waitForEnd(socket, sent.turnId)).toMatchObject({ status: 'interrupted', text: 'Half.' });
  await provider.waitForClose(1);
  expect((await server.exited).code).toBe(0);
});

test('Stopped by a signal it leaves no process of a running command', async () => {
  const mark = `mark-${process.pid}-${Date.now()}`;
  const command = `trap '' TERM; sleep 300 & echo started; while :; do sleep 0.2; done # ${mark}`;
  const provider = await makeProvider([[reply.toolCall('bash', { command })]]);
  const folder = makeFolder();
  const env = { ...toEnvironment(folder, provider), SHUTDOWN_GRACE_MS: '50' };
  const server = startProcess(env, folder);
  const socket = await openSocket(await server.ready);
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEvent(socket, sessionId, 'approval.requested');
  const { approvalId } = socket.frames.items
    .flatMap((frame) => (frame.type === 'events' ? frame.events : []))
    .find((event) => event.type === 'approval.requested') as EventOf<'approval.requested'>;
  await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' });
  await waitForEvent(socket, sessionId, 'tool.progress');
  server.child.kill('SIGTERM');
  expect(await waitForEnd(socket, sent.turnId)).toMatchObject({ status: 'interrupted' });
  expect(await server.exited).toEqual({ code: 0, signal: null });
  const alive = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
  expect(alive).toEqual([]);
});

test('A second signal ends it at once', async () => {
  const provider = await makeProvider([[reply.hang()]]);
  const folder = makeFolder();
  const env = { ...toEnvironment(folder, provider), SHUTDOWN_GRACE_MS: '600000' };
  const server = startProcess(env, folder);
  const url = await server.ready;
  const socket = await openSocket(url);
  await socket.ask(message(randomUUID(), 'go'));
  await provider.waitForRequest(1);
  server.child.kill('SIGTERM');
  while ((await getJson(`${url}/readyz`)).status === 200);
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 1, signal: null });
});

test('Killed in mid-turn, it starts again with the turn interrupted, its text kept, and the session usable', async () => {
  const gate = createGate();
  const provider = await makeProvider((request) =>
    request.lastUserText === 'go'
      ? [reply.text('Kept. '), reply.gate(gate), reply.text('More.'), reply.hang()]
      : `You said: ${request.lastUserText}`,
  );
  const folder = makeFolder();
  const env = toEnvironment(folder, provider);
  const first = startProcess(env, folder);
  const socket = await openSocket(await first.ready);
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask(message(sessionId, 'go'));
  const waiting = await socket.ask(message(sessionId, 'waits'));
  if (sent.type !== 'ack' || waiting.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEvent(socket, sessionId, 'text.delta');
  // Nothing but the text's being kept, about once a second, is written now.
  const written = () => statSync(join(folder, 'data', 'slipstream.db-wal')).mtimeMs;
  const before = written();
  await waitUntil(() => written() > before, { what: 'the text so far is kept' });
  gate.release();
  first.child.kill('SIGKILL');
  await socket.closed;

  const second = startProcess(env, folder);
  const url = await second.ready;
  const after = await openSocket(url);
  await after.ask({ type: 'subscribe', sessionId });
  const snapshot = await after.snapshot(sessionId);
  expect(snapshot.messages.slice(0, 2)).toMatchObject([
    { role: 'user', text: 'go' },
    { role: 'assistant', status: 'interrupted', text: expect.stringMatching(/^Kept\. /) },
  ]);
  expect(snapshot.session?.status).not.toBe('running');
  const { body } = await getJson(`${url}/api/sessions/${sessionId}/turns/${sent.turnId}/trajectory`);
  expect(body).toMatchObject({ turn: { status: 'interrupted' } });
  expect(JSON.stringify(body)).not.toContain('"running"');

  const next = await after.ask(message(sessionId, 'on'));
  if (next.type !== 'ack' || !next.turnId) throw new Error('No ack.');
  expect(await waitForEnd(after, next.turnId)).toMatchObject({ status: 'completed', text: 'You said: on' });
  expect(provider.violations).toEqual([]);
});
