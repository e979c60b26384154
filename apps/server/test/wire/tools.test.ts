// Tools, approvals and the demo model through the whole server, with the real tools on a real folder.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SequencedEvent } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { eventsOf, turnEvents, waitForEnd, waitForEvent } from '../support/reading.ts';
import { type RealServer, startRealServer } from '../support/real-server.ts';
import type { TestSocket } from '../support/test-socket.ts';

async function start(server: RealServer, text: string, model?: string) {
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const messageId = randomUUID();
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId, text, model });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  return { socket, sessionId, turnId: ack.turnId };
}

async function requestedApproval(socket: TestSocket, sessionId: string) {
  await waitForEvent(socket, sessionId, 'approval.requested');
  const isRequest = (event: SequencedEvent) => event.type === 'approval.requested';
  const event = eventsOf(socket.frames.items, sessionId).find(isRequest);
  if (event?.type !== 'approval.requested') throw new Error('No request.');
  return event;
}

test('A file is written once it is allowed, and the answer comes from any socket, once', async () => {
  const server = await startRealServer([
    [reply.toolCall('write_file', { path: 'a.txt', content: 'hello' })],
    [reply.text('Written.')],
  ]);
  const file = join(server.folder, 'workspace', 'a.txt');
  const { socket, sessionId, turnId } = await start(server, 'write');
  const { approvalId } = await requestedApproval(socket, sessionId);
  expect(existsSync(file)).toBe(false);
  expect((await server.get(`/api/sessions/${sessionId}`)).body).toMatchObject({ status: 'waiting' });

  const others = [await server.connect(), await server.connect(), socket];
  const answer = { type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' } as const;
  const applied = await Promise.all(others.map(async (each) => each.ask(answer)));
  expect(applied.filter((ack) => ack.type === 'ack' && ack.applied)).toHaveLength(1);
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'completed', text: 'Written.' });
  expect(readFileSync(file, 'utf8')).toBe('hello');
  expect(await socket.ask(answer)).toMatchObject({ applied: false });
  expect(server.provider.violations).toEqual([]);
});

test('The key of the provider reaches no event, no record and no request, also when a tool finds it', async () => {
  const canary = 'test-key-canary-7f3a9b';
  const server = await startRealServer(
    [[reply.toolCall('read_file', { path: 'notes.txt' })], [reply.text('Read.')]],
    { OPENAI_API_KEY: canary },
  );
  writeFileSync(join(server.folder, 'workspace', 'notes.txt'), `key: ${canary}\n`);
  const { socket, sessionId, turnId } = await start(server, 'read');
  await waitForEnd(socket, turnId);
  const trajectory = await server.get(`/api/sessions/${sessionId}/turns/${turnId}/trajectory`);
  expect(JSON.stringify(trajectory.body)).toContain('[secret]');
  const told = [socket.frames.items, trajectory.body, server.provider.requests.map((each) => each.body)];
  expect(JSON.stringify(told)).not.toContain(canary);
});

test('A denied call is not run, and the model is told why', async () => {
  const server = await startRealServer([
    [reply.toolCall('write_file', { path: 'a.txt', content: 'hello' })],
    [reply.text('As you wish.')],
  ]);
  const { socket, sessionId, turnId } = await start(server, 'write');
  const { approvalId } = await requestedApproval(socket, sessionId);
  const answer = { sessionId, approvalId, decision: 'deny', note: 'not this file' } as const;
  await socket.ask({ type: 'approval.answer', ...answer });
  await waitForEnd(socket, turnId);
  expect(existsSync(join(server.folder, 'workspace', 'a.txt'))).toBe(false);
  const told = server.provider.requests[1]?.body.messages.at(-1);
  expect(JSON.stringify(told)).toContain('not this file');
});

test('Stop ends a command that ignores the polite signal, and withdraws what waits for an answer', async () => {
  const command = 'trap "" TERM; echo started; while true; do sleep 1; done';
  const server = await startRealServer([[reply.toolCall('bash', { command })]]);
  const { socket, sessionId, turnId } = await start(server, 'run');
  const { approvalId } = await requestedApproval(socket, sessionId);
  await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' });
  await waitForEvent(socket, sessionId, 'tool.progress');
  expect(await socket.ask({ type: 'turn.cancel', sessionId })).toMatchObject({
    cancelled: true,
    stopped: { tools: 1 },
  });
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'cancelled' });
  const finished = turnEvents(socket.frames.items, sessionId, turnId).filter(
    (event) => event.type === 'tool.finished',
  );
  expect(finished).toMatchObject([{ status: 'cancelled' }]);
  expect((await server.get(`/api/sessions/${sessionId}`)).body).toMatchObject({ status: 'idle' });
});

test('The demo model answers without any provider and really calls the tools', async () => {
  const server = await startRealServer();
  writeFileSync(join(server.folder, 'workspace', 'seen.txt'), '');
  const { socket, sessionId, turnId } = await start(server, 'list files', 'demo');
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'completed' });
  const outputs = turnEvents(socket.frames.items, sessionId, turnId).flatMap((event) =>
    event.type === 'tool.finished' ? [event.output] : [],
  );
  expect(outputs.join()).toContain('seen.txt');
  expect(server.provider.requests).toEqual([]);
});

test('The data folder is closed to the tools, also inside the workspace', async () => {
  const server = await startRealServer(
    [[reply.toolCall('read_file', { path: 'data/slipstream.db' })], [reply.text('No.')]],
    { WORKSPACE_DIR: '.' },
  );
  const { socket, sessionId, turnId } = await start(server, 'read');
  await waitForEnd(socket, turnId);
  const finished = turnEvents(socket.frames.items, sessionId, turnId).find(
    (event) => event.type === 'tool.finished',
  );
  expect(finished).toMatchObject({ status: 'error', output: expect.not.stringContaining('SQLite') });
});
