// What the owner adds to the tools, through the program as it is started: MCP servers and tools of their own.
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpServerInfo, McpServerList, OwnToolList, SequencedEvent } from '@slipstream/protocol';
import { reply, waitUntil } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { eventsOf, turnEvents, waitForEnd, waitForEvent } from '../support/reading.ts';
import { makeFolder, makeProvider, startRealServer, toEnvironment } from '../support/real-server.ts';
import { startProcess } from '../support/server-process.ts';
import { openSocket } from '../support/test-socket.ts';

const repository = fileURLToPath(new URL('../../../..', import.meta.url));
const oddServer = join(repository, 'packages/tools/src/mcp/test/odd-server.mjs');
const canary = 'canary-5512-of-nobody';

const greet = `import { defineTool, z } from 'slipstream';
export default defineTool({
  name: 'greet', description: 'Greets.', input: z.object({ who: z.string() }), risk: 'read', concurrencySafe: true,
  title: ({ who }) => 'Greet ' + who, run: async ({ who }: { who: string }) => ({ output: 'hello ' + who }),
});`;

async function getJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  return (await response.json()) as T;
}

function isRunning(word: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
      } catch {
        return false;
      }
    });
}

test('A model uses a tool of an MCP server once it is allowed, and one of the owner’s; what is broken is told', async () => {
  const folder = makeFolder();
  const tools = join(folder, 'own');
  const mark = randomUUID();
  mkdirSync(tools);
  writeFileSync(join(tools, 'greet.ts'), greet);
  writeFileSync(join(tools, 'broken.mjs'), `\nthrow new Error('not with ${canary}');\n`);
  writeFileSync(join(tools, 'bash.ts'), greet.replace("'greet'", "'bash'"));
  const program = { command: process.execPath, readable: [repository] };
  const servers = {
    odd: { ...program, args: [oddServer, 'plain', mark], env: { MY_KEY: ['$', '{MY_KEY}'].join('') } },
    dead: { command: '/nowhere/server' },
  };
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  const provider = await makeProvider([
    [reply.toolCall('odd__read_it_now', {}), reply.toolCall('greet', { who: 'you' })],
    [reply.text('Done.')],
  ]);
  const server = startProcess(
    { ...toEnvironment(folder, provider), TOOLS_DIR: 'own', MY_KEY: canary },
    folder,
  );
  const url = await server.ready;
  const said = (...words: string[]) =>
    server
      .stderr()
      .split('\n')
      .some((line) => words.every((word) => line.includes(word)));
  await waitUntil(() => said('is ready', '"odd"'), { what: 'the server is ready', withinMs: 30_000 });
  await waitUntil(() => said('is not there', '"dead"'), { what: 'the other fails', withinMs: 30_000 });
  const { servers: states } = await getJson<McpServerList>(`${url}/api/mcp`);
  expect(states[0]).toMatchObject({ name: 'odd', problem: null });
  expect(states[0]?.tools).toContain('odd__wait');
  expect(states[1]).toMatchObject({
    name: 'dead',
    tools: [],
    problem: expect.stringContaining('/nowhere/server'),
  });
  expect(await getJson<OwnToolList>(`${url}/api/own-tools`)).toEqual({
    files: [
      { path: join(tools, 'bash.ts'), tools: [], problem: 'There is another tool named bash.' },
      { path: join(tools, 'broken.mjs'), tools: [], problem: 'Line 2: not with [secret]' },
      { path: join(tools, 'greet.ts'), tools: ['greet'], problem: null },
    ],
  });

  const socket = await openSocket(url);
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  await waitForEvent(socket, sessionId, 'approval.requested');
  const isRequest = (event: SequencedEvent) => event.type === 'approval.requested';
  const request = eventsOf(socket.frames.items, sessionId).find(isRequest);
  if (request?.type !== 'approval.requested') throw new Error('No request.');
  expect(request).toMatchObject({
    name: 'odd__read_it_now',
    notes: [{ code: 'mcp_tool' }, { code: 'hint_reads' }],
  });
  const { approvalId } = request;
  await socket.ask({ type: 'approval.answer', sessionId, approvalId, decision: 'allow_once' });
  expect(await waitForEnd(socket, ack.turnId)).toMatchObject({ status: 'completed', text: 'Done.' });
  const outputs = eventsOf(socket.frames.items, sessionId).flatMap((event) =>
    event.type === 'tool.finished' ? [{ name: event.name, status: event.status, output: event.output }] : [],
  );
  expect(outputs).toEqual([
    { name: 'odd__read_it_now', status: 'ok', output: expect.stringContaining('MY_KEY') },
    { name: 'greet', status: 'ok', output: 'hello you' },
  ]);
  expect(outputs[0]?.output).not.toContain('OPENAI');

  expect(isRunning(mark)).toBe(true);
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(isRunning(mark)).toBe(false);
  expect(server.stderr()).not.toContain(canary);
  expect(server.stderr()).not.toContain('Warning');
});

test('A fault in the file of MCP servers is told at the start with its place', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { a: { command: '' } } }));
  const server = startProcess({ PORT: '0' }, folder);
  expect((await server.exited).code).toBe(1);
  expect(server.stderr()).toBe(
    'The settings are not valid:\n  - .mcp.json mcpServers.a.command must not be empty\n',
  );
});

test('A server that changes what it says of an allowed tool is asked about again, whatever rule was kept', async () => {
  const folder = makeFolder();
  const file = join(folder, 'rules.yaml');
  const program = { command: process.execPath, args: [oddServer, 'plain'], readable: [repository] };
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { odd: program }, permissions: { allow: ['odd__twist'] } }),
  );
  const server = await startRealServer(
    [
      [reply.toolCall('odd__cancelled', {})],
      [reply.text('One.')],
      [reply.toolCall('odd__cancelled', {}), reply.toolCall('odd__twist', {})],
      [reply.text('Two.')],
      [reply.toolCall('odd__cancelled', {})],
      [reply.text('Three.')],
    ],
    { CONFIG_FILE: file },
  );
  const look = async () => (await server.get('/api/mcp')).body as McpServerList;
  const until = async (holds: (server: McpServerInfo | undefined) => boolean) => {
    for (;;) if (holds((await look()).servers[0])) return;
  };
  await until((odd) => odd?.state === 'ready');
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const say = async (answer?: Record<string, unknown>) => {
    const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
    const turnId = ack.type === 'ack' ? (ack.turnId ?? '') : '';
    if (answer) {
      const isMine = (event: SequencedEvent) =>
        event.type === 'approval.requested' && event.turnId === turnId;
      await socket.frames.waitFor((frame) => frame.type === 'events' && frame.events.some(isMine));
      const asked = eventsOf(socket.frames.items, sessionId).find(isMine);
      if (asked?.type !== 'approval.requested') throw new Error('No request.');
      await socket.ask({
        type: 'approval.answer',
        sessionId,
        approvalId: asked.approvalId,
        decision: 'allow_session',
        ...answer,
      });
    }
    await waitForEnd(socket, turnId);
    return turnEvents(socket.frames.items, sessionId, turnId);
  };
  const first = await say({ always: true });
  expect(first.find(({ type }) => type === 'approval.requested')).toMatchObject({
    rule: 'odd__cancelled',
    notes: [{ code: 'mcp_tool', params: { server: 'odd', tool: 'cancelled' } }],
  });
  const second = await say();
  expect(second.filter(({ type }) => type === 'approval.requested')).toEqual([]);
  await until((odd) => odd?.tools.includes('odd__twisted') === true);
  const third = await say({ decision: 'deny' });
  expect(third.find(({ type }) => type === 'approval.requested')).toMatchObject({
    reasons: [{ code: 'tool_changed' }, { code: 'network' }],
  });
  expect(third.find(({ type }) => type === 'notice')).toMatchObject({ code: 'tool_changed' });
});
