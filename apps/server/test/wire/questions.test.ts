// Questions of the agent to the person, and plan mode, through the whole server.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SequencedEvent } from '@slipstream/protocol';
import { reply, type WireScript } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { eventsOf, turnEvents, viewOf, waitForEnd } from '../support/reading.ts';
import { type RealServer, startRealServer } from '../support/real-server.ts';
import type { TestSocket } from '../support/test-socket.ts';

const question = reply.toolCall('ask_user', { question: 'Which one?', choices: ['a', 'b'] });
const writes = (path: string, content: string) => reply.toolCall('write_file', { path, content });

async function begin(script: WireScript, mode: 'default' | 'plan' = 'default') {
  const server = await startRealServer(script);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const frame = { type: 'message.send', sessionId, messageId: randomUUID(), text: 'go', mode } as const;
  const ack = await socket.ask(frame);
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  return { server, socket, sessionId, turnId: ack.turnId };
}

/** The n-th request for an answer of the session. */
async function asked(socket: TestSocket, sessionId: string, n = 1) {
  const requests = () =>
    eventsOf(socket.frames.items, sessionId).filter(
      (event): event is Extract<SequencedEvent, { type: 'approval.requested' }> =>
        event.type === 'approval.requested',
    );
  await socket.frames.waitFor(() => requests().length >= n);
  const request = requests()[n - 1];
  if (!request) throw new Error('No request.');
  return request;
}

const status = async (server: RealServer, sessionId: string) =>
  ((await server.get(`/api/sessions/${sessionId}`)).body as { status: string }).status;

const toolTexts = (server: RealServer, n: number) =>
  (server.provider.requests[n]?.body.messages ?? []).filter((message) => message.role === 'tool');

test('A question waits in the session, also for one who comes later, and the first answer wins', async () => {
  const { server, socket, sessionId, turnId } = await begin([[question], [reply.text('Then b.')]]);
  const { approvalId } = await asked(socket, sessionId);
  expect(await status(server, sessionId)).toBe('waiting');

  const late = await server.connect();
  await late.ask({ type: 'subscribe', sessionId });
  const call = (await late.snapshot(sessionId)).turn?.steps[0]?.calls[0];
  expect(call).toMatchObject({
    name: 'ask_user',
    status: 'waiting',
    args: { question: 'Which one?', choices: ['a', 'b'] },
    approval: { approvalId, onceOnly: true, decision: null },
  });

  const answer = { type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' } as const;
  const applied = await Promise.all(
    [late, socket].map((each, index) => each.ask({ ...answer, note: index === 0 ? 'b' : 'a' })),
  );
  expect(applied.filter((ack) => ack.type === 'ack' && ack.applied)).toHaveLength(1);
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'completed', text: 'Then b.' });
  expect(JSON.stringify(toolTexts(server, 1))).toMatch(/The user answered: [ab]"/);
  expect(await waitForEnd(late, turnId)).toMatchObject({ status: 'completed' });
  expect(viewOf(socket.frames.items, sessionId, turnId).steps[0]?.calls[0]?.approval?.note).toMatch(/^[ab]$/);
});

test('Stop withdraws a question, and the next message works', async () => {
  const { socket, sessionId, turnId } = await begin([[question], [reply.text('Here.')]]);
  const { approvalId } = await asked(socket, sessionId);
  expect(await socket.ask({ type: 'turn.cancel', sessionId })).toMatchObject({ cancelled: true });
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'cancelled' });
  expect(
    await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_once', note: 'a' }),
  ).toMatchObject({ applied: false });
  expect(
    turnEvents(socket.frames.items, sessionId, turnId).find((event) => event.type === 'approval.resolved'),
  ).toMatchObject({ decision: 'withdrawn' });
  const next = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'and?' });
  if (next.type !== 'ack' || !next.turnId) throw new Error('No ack.');
  expect(await waitForEnd(socket, next.turnId)).toMatchObject({ status: 'completed', text: 'Here.' });
});

test('A restart interrupts the turn that asked, and its record says that nobody answered', async () => {
  const { server, socket, sessionId, turnId } = await begin([[question]]);
  await asked(socket, sessionId);
  await server.restart();
  expect((await server.get(`/api/sessions/${sessionId}`)).body).toMatchObject({
    status: 'idle',
    lastTurn: { turnId, status: 'interrupted' },
  });
  const { body } = await server.get(`/api/sessions/${sessionId}/turns/${turnId}/trajectory`);
  expect(body).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ kind: 'tool', name: 'ask_user', status: 'cancelled' }),
      expect.objectContaining({ kind: 'approval', status: 'cancelled' }),
    ]),
  });
});

test('Plan mode: reading runs, the plan file is written freely, anything else asks with the reason', async () => {
  const planFile = (sessionId: string) => `plans/${sessionId}.md`;
  const { server, socket, sessionId, turnId } = await begin(
    [
      [reply.toolCall('read_file', { path: 'a.txt' })],
      [writes('a.txt', 'changed')],
      [reply.toolCall('bash', { command: 'touch b.txt' })],
      [reply.text('I stay with the plan.')],
    ],
    'plan',
  );
  writeFileSync(join(server.folder, 'workspace', 'a.txt'), 'as it was');
  for (const n of [1, 2]) {
    const { approvalId, reason, name, onceOnly } = await asked(socket, sessionId, n);
    expect({ name, reason, onceOnly }).toEqual({
      name: n === 1 ? 'write_file' : 'bash',
      reason: expect.stringContaining('The session is in plan mode'),
      onceOnly: true,
    });
    await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'deny' });
  }
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'completed' });
  expect(readFileSync(join(server.folder, 'workspace', 'a.txt'), 'utf8')).toBe('as it was');
  expect(existsSync(join(server.folder, 'workspace', 'b.txt'))).toBe(false);
  const statuses = turnEvents(socket.frames.items, sessionId, turnId).flatMap((event) =>
    event.type === 'tool.finished' ? [event.status] : [],
  );
  expect(statuses).toEqual(['ok', 'denied', 'denied']);

  server.provider.setScript([[writes(planFile(sessionId), '# Plan')], [reply.text('Planned.')]]);
  const next = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'plan' });
  if (next.type !== 'ack' || !next.turnId) throw new Error('No ack.');
  await waitForEnd(socket, next.turnId);
  expect(readFileSync(join(server.folder, 'workspace', planFile(sessionId)), 'utf8')).toBe('# Plan');
  expect(
    eventsOf(socket.frames.items, sessionId).filter((e) => e.type === 'approval.requested'),
  ).toHaveLength(2);
});

test('The plan of another session is no plan file, and ".." does not make it one', async () => {
  const { server, socket, sessionId, turnId } = await begin(
    [[writes(`plans/${randomUUID()}.md`, 'x'), writes('plans/../a.md', 'x')], [reply.text('No.')]],
    'plan',
  );
  for (const n of [1, 2]) {
    const { approvalId } = await asked(socket, sessionId, n);
    await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'deny' });
  }
  await waitForEnd(socket, turnId);
  expect(existsSync(join(server.folder, 'workspace', 'a.md'))).toBe(false);
});
