// What goes into prompts, over the wire of the whole server: the view of a prompt, folding and taking it back, and the
// files of the workspace.
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessagePage, PromptView, Session, StepPromptResult } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { type RealServer, startRealServer } from '../support/real-server.ts';

async function talk(server: RealServer, sessionId: string, texts: readonly string[]) {
  const socket = await server.connect();
  await socket.ask({ type: 'subscribe', sessionId });
  for (const text of texts) {
    const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text });
    if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
    await waitForEnd(socket, ack.turnId);
  }
  return socket;
}

const call = async (server: RealServer, method: string, path: string, body?: unknown) => {
  const response = await fetch(`${server.url}${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

test('The view of a prompt is what the next message is sent with, to the byte', async () => {
  const server = await startRealServer(() => [reply.text('Fine.')]);
  await mkdir(join(server.folder, 'workspace'), { recursive: true });
  await writeFile(join(server.folder, 'workspace', 'AGENTS.md'), 'Tests first. 先写测试。');
  const sessionId = randomUUID();
  await talk(server, sessionId, ['hello']);
  const view = (await server.get(`/api/sessions/${sessionId}/prompt`)).body as PromptView;
  await talk(server, sessionId, ['again']);
  const sent = server.provider.requests.at(-1)?.body;
  expect(sent?.messages[0]).toEqual({
    role: 'system',
    content: view.sections.map(({ text }) => text).join('\n\n'),
  });
  expect(sent?.messages.slice(1, -1)).toEqual(
    view.messages.map(({ role, text }) => ({ role, content: text })),
  );
  expect(sent?.tools).toHaveLength(view.tools.count);
  expect(view.sections.find(({ name }) => name === 'agents')?.text).toContain('先写测试。');
  for (const { tokens } of [...view.sections, view.tools, ...view.messages])
    expect(tokens).toBeGreaterThan(0);
  expect((await server.get(`/api/sessions/${randomUUID()}/prompt`)).status).toBe(404);
});

test('Older messages are folded by request, told to every socket, and come back', async () => {
  const server = await startRealServer(({ body }) =>
    String(body.messages[0]?.content).startsWith('You fold')
      ? [reply.text('## Facts\nThe code is ochre.')]
      : [reply.text('Noted.')],
  );
  const sessionId = randomUUID();
  const path = `/api/sessions/${sessionId}/compactions`;
  const socket = await talk(server, sessionId, ['the code is ochre', 'second', 'third']);
  const made = await call(server, 'POST', path);
  expect(made).toMatchObject({ status: 200, body: { compaction: { messages: 4 } } });
  const { compaction } = made.body as { compaction: { id: string } };
  expect(((await server.get(`/api/sessions/${sessionId}`)).body as Session).compaction).toEqual(compaction);
  const told = socket.frames.items.filter(
    (frame) => frame.type === 'session.updated' && frame.session.compaction?.id === compaction.id,
  );
  expect(told.length).toBeGreaterThan(0);
  expect((await server.get(path)).body).toMatchObject({
    compactions: [{ id: compaction.id, summary: '## Facts\nThe code is ochre.', undone: false }],
  });
  await talk(server, sessionId, ['which code?']);
  const sent = server.provider.requests.at(-1)?.body.messages ?? [];
  expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  expect(sent[1]?.content).toMatch(/^<slipstream_summary>[\s\S]+The code is ochre\.[\s\S]+third$/);

  expect((await call(server, 'DELETE', `${path}/${randomUUID()}`)).status).toBe(409);
  const undone = await call(server, 'DELETE', `${path}/${compaction.id}`);
  expect(undone.status).toBe(200);
  expect(undone.body).not.toHaveProperty('compaction');
  await talk(server, sessionId, ['and now?']);
  expect(server.provider.requests.at(-1)?.body.messages).toHaveLength(10);
});

test('The files of every prompt are listed, written with what was read, and count from the next turn on', async () => {
  const server = await startRealServer(() => [reply.text('Fine.')]);
  const { body } = await server.get('/api/workspace/files');
  expect(body).toMatchObject({ files: [{ path: 'AGENTS.md', bytes: null }, {}, {}, {}, {}] });
  const write = (version: string | null) =>
    call(server, 'PUT', '/api/workspace/file', { path: 'AGENTS.md', text: 'Rule one.', version });
  expect(await write(null)).toMatchObject({ status: 200, body: { text: 'Rule one.' } });
  expect((await write(null)).status).toBe(409);
  expect((await server.get('/api/workspace/file?path=AGENTS.md')).body).toMatchObject({ text: 'Rule one.' });
  expect((await server.get('/api/workspace/file?path=../data/slipstream.db')).status).toBe(404);
  expect((await call(server, 'PUT', '/api/workspace/file', { path: 'AGENTS.md' })).status).toBe(400);
  await talk(server, randomUUID(), ['hello']);
  expect(server.provider.requests[0]?.body.messages[0]?.content).toContain('Rule one.');
});

test('What is remembered is in the next prompt, and is undone from the trace', async () => {
  const remember = { action: 'add', text: 'Ada likes tea.' };
  const server = await startRealServer(({ number }) =>
    number === 1 ? [reply.toolCall('memory', remember)] : [reply.text('Noted.')],
  );
  const sessionId = randomUUID();
  await talk(server, sessionId, ['remember that I like tea', 'and?']);
  const systems = server.provider.requests.map(({ body }) => String(body.messages[0]?.content));
  expect(systems[1]).toBe(systems[0]);
  expect(systems[2]).toContain('- Ada likes tea.');
  const { messages } = (await server.get(`/api/sessions/${sessionId}/messages`)).body as MessagePage;
  const path = `/api/sessions/${sessionId}/turns/${messages[0]?.turnId}`;
  expect((await server.get(`${path}/changes`)).body).toMatchObject({
    changes: [{ path: 'MEMORY.md', kind: 'created', state: 'undoable' }],
  });
  expect((await call(server, 'POST', `${path}/undo`, {})).body).toMatchObject({
    changes: [{ state: 'undone' }],
  });
  await talk(server, sessionId, ['still?']);
  expect(server.provider.requests.at(-1)?.body.messages[0]?.content).not.toContain('Ada likes tea.');
});

test('A skill is named in the prompt, and loaded when it is needed', async () => {
  const server = await startRealServer(({ number }) =>
    number === 1 ? [reply.toolCall('skill', { name: 'release' })] : [reply.text('Released.')],
  );
  const folder = join(server.folder, 'workspace', 'skills', 'release');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'SKILL.md'),
    '---\nname: release\ndescription: How a version is released.\n---\nTag it.',
  );
  await talk(server, randomUUID(), ['release']);
  const [first, second] = server.provider.requests.map(({ body }) => body.messages);
  expect(first?.[0]?.content).toContain('- release: How a version is released.');
  expect(first?.[0]?.content).not.toContain('Tag it.');
  expect(second?.at(-1)?.content).toContain('Tag it.');
});

test('What each call of a past turn was sent is given section by section, without secrets', async () => {
  const secret = `sk-${'a'.repeat(30)}`;
  const server = await startRealServer(() => [reply.text('Fine.')]);
  await mkdir(join(server.folder, 'workspace'), { recursive: true });
  await writeFile(join(server.folder, 'workspace', 'AGENTS.md'), `Tests first. Key: ${secret}`);
  const sessionId = randomUUID();
  await talk(server, sessionId, ['hello']);
  await writeFile(join(server.folder, 'workspace', 'AGENTS.md'), 'Tests last.');
  const { messages } = (await server.get(`/api/sessions/${sessionId}/messages`)).body as MessagePage;
  const path = `/api/sessions/${sessionId}/turns/${messages[0]?.turnId}/prompt`;
  const { prompt } = (await server.get(`${path}?step=1`)).body as StepPromptResult;
  expect(prompt?.sections.map(({ text }) => text).join('\n\n')).toBe(
    server.provider.requests[0]?.body.messages[0]?.content,
  );
  expect(prompt?.sections.find(({ name }) => name === 'agents')?.text).toContain(
    'Tests first. Key: [secret]',
  );
  expect(prompt?.tools?.tokens).toBeGreaterThan(0);
  expect(prompt?.sent).toMatchObject({ messages: 0, summary: false, results: 0 });
  expect((await server.get(`${path}?step=2`)).status).toBe(404);
  expect((await server.get(`${path}?step=1&agentId=x`)).status).toBe(404);
  expect((await server.get(path)).status).toBe(400);
});
