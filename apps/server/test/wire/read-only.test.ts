// A server that only shows what another one left behind: what was running when that was killed is mended, nothing runs
// any more, nothing is started, and the chats are all there.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchResult, SessionPage, Trajectory } from '@slipstream/protocol';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd, waitForEvent } from '../support/reading.ts';
import { makeFolder, makeProvider, toEnvironment } from '../support/real-server.ts';
import { startProcess } from '../support/server-process.ts';
import { openSocket } from '../support/test-socket.ts';

/** Leaves a trace when it is loaded, and when it is run as an MCP server. */
const leaves = (path: string) => `import { writeFileSync } from 'node:fs';
writeFileSync(${JSON.stringify(path)}, 'started');
`;

test('What a killed server left is mended and shown, and nothing of it runs on', async () => {
  const gate = createGate();
  const provider = await makeProvider((request) =>
    request.lastUserText === 'Read it.'
      ? request.body.messages.at(-1)?.role === 'tool'
        ? [reply.text('It says kingfisher.')]
        : [reply.toolCall('read_file', { path: 'a.txt' })]
      : [reply.text('Half a word'), reply.gate(gate)],
  );
  const folder = makeFolder();
  mkdirSync(join(folder, 'workspace'));
  writeFileSync(join(folder, 'workspace', 'a.txt'), 'kingfisher\n');
  const env = { ...toEnvironment(folder, provider), LOG_LEVEL: 'warn', TMPDIR: folder };
  const sessionId = randomUUID();
  const before = startProcess(env, folder);
  const writer = await openSocket(await before.ready);
  await writer.ask({ type: 'subscribe', sessionId });
  const say = (text: string) =>
    writer.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text });
  const first = await say('Read it.');
  if (first.type !== 'ack' || !first.turnId) throw new Error('No ack.');
  await waitForEnd(writer, first.turnId);
  const textSeen = waitForEvent(writer, sessionId, 'text.delta');
  await say('Go on.');
  await say('And then?');
  await Promise.all([textSeen, gate.reached]);
  before.child.kill('SIGKILL');
  await before.exited;
  const asked = provider.requests.length;

  const started = join(folder, 'started');
  mkdirSync(join(folder, 'own'));
  writeFileSync(join(folder, 'own', 'tool.mjs'), leaves(started));
  writeFileSync(join(folder, 'server.mjs'), leaves(started));
  writeFileSync(
    join(folder, '.mcp.json'),
    JSON.stringify({
      mcpServers: { one: { command: process.execPath, args: [join(folder, 'server.mjs')] } },
    }),
  );
  writeFileSync(join(folder, 'data', 'heartbeat.json'), JSON.stringify({ on: true }));
  writeFileSync(join(folder, 'workspace', 'HEARTBEAT.md'), '## every 1 minutes\nLook.\n');
  const readOnly = startProcess({ ...env, READ_ONLY: 'on', TOOLS_DIR: join(folder, 'own') }, folder);
  const url = await readOnly.ready;
  const get = async <T>(path: string) => (await (await fetch(`${url}/api/${path}`)).json()) as T;

  const reader = await openSocket(url);
  await reader.ask({ type: 'subscribe', sessionId });
  const shown = await reader.snapshot(sessionId);
  expect(shown.messages.map(({ status, text }) => [status, text]).slice(0, 3)).toEqual([
    ['completed', 'Read it.'],
    ['completed', 'It says kingfisher.'],
    ['completed', 'Go on.'],
  ]);
  expect(shown.messages.at(-1)).toMatchObject({ role: 'assistant', status: 'interrupted' });
  expect(shown).toMatchObject({ turn: null, queue: [{ text: 'And then?' }] });

  const { sessions } = await get<SessionPage>('sessions');
  expect(sessions.map(({ id }) => id)).toEqual([sessionId]);
  const { hits } = await get<SearchResult>('search?q=kingfisher');
  expect(hits.map(({ kind }) => kind).sort()).toEqual(['message', 'result']);
  const { entries } = await get<Trajectory>(`sessions/${sessionId}/turns/${first.turnId}/trajectory`);
  expect(entries.map(({ kind }) => kind)).toEqual(['step', 'tool', 'step']);
  const file = await fetch(`${url}/api/sessions/${sessionId}/export?format=json`);
  expect(await file.text()).toContain('It says kingfisher.');

  const resume = await reader.ask({ type: 'queue.resume', sessionId });
  expect(resume).toMatchObject({ type: 'error', code: 'read_only' });
  readOnly.child.kill('SIGTERM');
  expect((await readOnly.exited).code).toBe(0);
  expect(provider.requests).toHaveLength(asked);
  expect(existsSync(started)).toBe(false);

  // The two were no empty threats: a usual server starts what they are.
  const after = startProcess({ ...env, TOOLS_DIR: join(folder, 'own') }, folder);
  const usual = await openSocket(await after.ready);
  await usual.ask({ type: 'subscribe', sessionId });
  expect(await usual.snapshot(sessionId)).toMatchObject({ queue: [{ text: 'And then?' }] });
  expect(existsSync(started)).toBe(true);
});
