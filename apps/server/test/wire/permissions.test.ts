// Rules through the whole server: those of the settings, and those that an answer with "always" keeps.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PermissionList, SequencedEvent } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { eventsOf, turnEvents, waitForEnd, waitForEvent } from '../support/reading.ts';
import { makeFolder, type RealServer, startRealServer } from '../support/real-server.ts';

async function begin(server: RealServer, text = 'go') {
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  return { socket, sessionId, turnId: ack.turnId };
}

type Begun = Awaited<ReturnType<typeof begin>>;

async function request({ socket, sessionId }: Begun) {
  await waitForEvent(socket, sessionId, 'approval.requested');
  const isRequest = (event: SequencedEvent) => event.type === 'approval.requested';
  const event = eventsOf(socket.frames.items, sessionId).find(isRequest);
  if (event?.type !== 'approval.requested') throw new Error('No request.');
  return event;
}

async function typesOf(begun: Begun) {
  await waitForEnd(begun.socket, begun.turnId);
  return turnEvents(begun.socket.frames.items, begun.sessionId, begun.turnId);
}

const listOf = async (server: RealServer) => (await server.get('/api/permissions')).body as PermissionList;
const write = (path: string) => [
  [reply.toolCall('write_file', { path, content: 'x' })],
  [reply.text('Done.')],
];

test('What was allowed for good is not asked again after a restart, is listed, and asked again once it is removed', async () => {
  const server = await startRealServer([...write('src/a.txt'), ...write('src/b.txt'), ...write('src/c.txt')]);
  const first = await begin(server);
  const asked = await request(first);
  expect(asked).toMatchObject({
    rule: 'write_file(src/**)',
    reasons: [{ code: 'write' }],
    reason: 'It changes files in the workspace.',
  });
  const { approvalId } = asked;
  await first.socket.ask({
    type: 'approval.answer',
    sessionId: first.sessionId,
    approvalId,
    decision: 'allow_session',
    always: true,
  });
  const events = await typesOf(first);
  expect(events.find(({ type }) => type === 'approval.resolved')).toMatchObject({
    decision: 'allow_session',
    rule: 'write_file(src/**)',
  });
  await server.restart();

  const second = await begin(server);
  expect((await typesOf(second)).map(({ type }) => type)).not.toContain('approval.requested');
  const { rules } = await listOf(server);
  expect(rules).toMatchObject([{ effect: 'allow', text: 'write_file(src/**)' }]);
  const id = rules[0]?.id;
  const remove = () => fetch(`${server.url}/api/permissions/${id}`, { method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
  expect((await listOf(server)).rules).toEqual([]);

  const third = await begin(server);
  await request(third);
  await third.socket.ask({ type: 'turn.cancel', sessionId: third.sessionId });
  await typesOf(third);
  expect(existsSync(join(server.folder, 'workspace/src/c.txt'))).toBe(false);
  // It was kept with the server's own data and nowhere else.
  expect(readdirSync(join(server.folder, 'workspace'))).toEqual(['src']);
});

test('An answer without the word keeps nothing, nor does one to a question that offers nothing', async () => {
  const server = await startRealServer([
    [reply.toolCall('write_file', { path: 'src/a.txt', content: 'x' })],
    [reply.toolCall('write_file', { path: '.slipstream/tools/a.ts', content: 'x' })],
    [reply.text('Done.')],
  ]);
  const begun = await begin(server);
  const { socket, sessionId } = begun;
  const { approvalId } = await request(begun);
  await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_session' });
  const isSecond = (event: SequencedEvent) =>
    event.type === 'approval.requested' && event.approvalId !== approvalId;
  await socket.frames.waitFor((frame) => frame.type === 'events' && frame.events.some(isSecond));
  const second = eventsOf(socket.frames.items, sessionId).find(isSecond);
  if (second?.type !== 'approval.requested') throw new Error('No request.');
  expect(second).toMatchObject({ onceOnly: true, reasons: [{ code: 'trusted_place' }] });
  expect(second.rule).toBeUndefined();
  const answer = { approvalId: second.approvalId, decision: 'allow_session', always: true } as const;
  await socket.ask({ type: 'approval.answer', sessionId, ...answer });
  await typesOf(begun);
  expect((await listOf(server)).rules).toEqual([]);
});

test('The rules of the settings decide: deny before ask before allow, and the reason names the rule', async () => {
  const folder = makeFolder();
  const file = join(folder, 'rules.yaml');
  writeFileSync(
    file,
    `permissions:
  allow: ["write_file(**)"]
  ask: ["write_file(asked/**)"]
  deny: ["write_file(**/*.lock)", "read_file(private/**)"]
`,
  );
  const server = await startRealServer(
    [
      [
        reply.toolCall('write_file', { path: 'free.txt', content: 'x' }),
        reply.toolCall('write_file', { path: 'asked/a.lock', content: 'x' }),
        reply.toolCall('read_file', { path: 'private/key' }),
      ],
      [reply.toolCall('write_file', { path: 'asked/a.txt', content: 'x' })],
      [reply.text('Done.')],
    ],
    { CONFIG_FILE: file },
  );
  const begun = await begin(server);
  const asked = await request(begun);
  expect(asked).toMatchObject({
    args: { path: 'asked/a.txt' },
    reasons: [{ code: 'rule_asks', params: { rule: 'write_file(asked/**)' } }],
    onceOnly: true,
  });
  expect(asked.rule).toBeUndefined();
  const { approvalId } = asked;
  const { socket, sessionId } = begun;
  await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' });
  const results = (await typesOf(begun)).flatMap((event) =>
    event.type === 'tool.finished' ? [[event.status, event.output.split('\n')[0]]] : [],
  );
  expect(results).toMatchObject([
    ['ok', expect.anything()],
    ['denied', expect.stringContaining('The rule "write_file(**/*.lock)" forbids it.')],
    ['denied', expect.stringContaining('The rule "read_file(private/**)" forbids it.')],
    ['ok', expect.anything()],
  ]);
  expect(readFileSync(join(server.folder, 'workspace/free.txt'), 'utf8')).toBe('x');
  const { rules, sandbox } = await listOf(server);
  expect(rules.map(({ id, effect, text }) => [id, effect, text])).toEqual([
    [null, 'deny', 'write_file(**/*.lock)'],
    [null, 'deny', 'read_file(private/**)'],
    [null, 'ask', 'write_file(asked/**)'],
    [null, 'allow', 'write_file(**)'],
  ]);
  expect(sandbox).toMatchObject({ network: sandbox.kind === 'none', readable: [], commands: true });
});
