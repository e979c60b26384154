// Undoing what tools did to files, through the whole server: routes, sockets, the record, and the next prompt.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileChange, Trajectory } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { rawRequest } from '../support/raw-request.ts';
import { waitForEnd, waitForEvent } from '../support/reading.ts';
import { type RealServer, startRealServer } from '../support/real-server.ts';

const writes = (path: string, content: string) => reply.toolCall('write_file', { path, content });
const edits = (path: string, oldText: string, newText: string) =>
  reply.toolCall('edit_file', { path, oldText, newText });

async function post(server: RealServer, path: string, body: unknown, headers: Record<string, string> = {}) {
  const answer = await rawRequest(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(answer.body) };
}

/** A turn that makes `new.txt` and changes `old.txt` twice, in a session that accepts edits. */
async function openWork(more: Parameters<typeof startRealServer>[0] = []) {
  const server = await startRealServer([
    [writes('new.txt', 'made'), edits('old.txt', 'one', 'two'), edits('old.txt', 'two', 'three')],
    [reply.text('Done.')],
    ...(Array.isArray(more) ? more : []),
  ]);
  const file = (name: string) => join(server.folder, 'workspace', name);
  writeFileSync(file('old.txt'), 'one\n');
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const say = async (text: string) => {
    const frame = { sessionId, messageId: randomUUID(), text, mode: 'accept-edits' } as const;
    const ack = await socket.ask({ type: 'message.send', ...frame });
    if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
    return ack.turnId;
  };
  const turnId = await say('work');
  expect(await waitForEnd(socket, turnId)).toMatchObject({ status: 'completed' });
  const path = `/api/sessions/${sessionId}/turns/${turnId}`;
  const changes = async () =>
    ((await server.get(`${path}/changes`)).body as { changes: FileChange[] }).changes;
  return { server, socket, sessionId, turnId, path, file, say, changes };
}

const states = (changes: FileChange[]) => changes.map(({ path, state }) => `${path} ${state}`);

test('A turn is undone as a whole: files are as before, made ones are gone, and doing it again changes nothing', async () => {
  const { server, path, file, changes } = await openWork();
  expect(await changes()).toMatchObject([
    { path: 'new.txt', kind: 'created', state: 'undoable', withTurn: true, undoneAt: null },
    { path: 'old.txt', kind: 'edited', state: 'later', withTurn: true },
    { path: 'old.txt', kind: 'edited', state: 'undoable', withTurn: true },
  ]);
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('three\n');
  const first = await post(server, `${path}/undo`, {});
  expect(first).toMatchObject({ status: 200 });
  expect(states(first.body.changes)).toEqual(['new.txt undone', 'old.txt undone', 'old.txt undone']);
  expect(existsSync(file('new.txt'))).toBe(false);
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('one\n');

  writeFileSync(file('old.txt'), 'mine\n');
  expect(await post(server, `${path}/undo`, {})).toEqual(first);
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('mine\n');
  await server.restart();
  expect(await changes()).toEqual(first.body.changes);
  const trajectory = (await server.get(`${path}/trajectory`)).body as Trajectory;
  expect(trajectory.changes.map(({ undoneAt }) => undoneAt)).toEqual(Array(3).fill(expect.any(String)));
});

test('One change is undone when nothing builds on it; what somebody changed since is left and told', async () => {
  const { server, path, file, changes } = await openWork();
  const [made, first, second] = await changes();
  const undo = (change: FileChange | undefined) => post(server, `${path}/undo`, { changeId: change?.id });
  expect(states((await undo(first)).body.changes)).toContain('old.txt later');
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('three\n');
  await undo(second);
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('two\n');
  writeFileSync(file('old.txt'), 'mine\n');
  writeFileSync(file('new.txt'), 'mine, too');
  expect(states((await undo(first)).body.changes)).toEqual([
    'new.txt changed',
    'old.txt changed',
    'old.txt undone',
  ]);
  await undo(made);
  expect(readFileSync(file('new.txt'), 'utf8')).toBe('mine, too');
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('mine\n');
});

test('Every socket is told, and the agent is told with the next message', async () => {
  const { server, sessionId, turnId, path, say, socket } = await openWork([[reply.text('I see.')]]);
  const other = await server.connect();
  await other.ask({ type: 'subscribe', sessionId });
  await post(server, `${path}/undo`, {});
  for (const each of [socket, other])
    expect(await each.frames.waitFor((frame) => frame.type === 'changes.updated')).toEqual({
      type: 'changes.updated',
      sessionId,
      turnId,
    });
  await waitForEnd(socket, await say('and now?'));
  const told = JSON.stringify(server.provider.requests.at(-1)?.body.messages);
  expect(told).toContain('the user undid this answer');
  expect(told).toContain('new.txt (removed again), old.txt');
});

test('Nothing is undone while the agent is at work, and the files of a deleted session are forgotten', async () => {
  const { server, sessionId, path, say, socket, file } = await openWork([[reply.text('Hm'), reply.hang()]]);
  await say('go on');
  await waitForEvent(socket, sessionId, 'text.delta');
  expect(await post(server, `${path}/undo`, {})).toMatchObject({ status: 409, body: { code: 'busy' } });
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('three\n');
  const kept = join(server.folder, 'data', 'undo');
  expect(readdirSync(join(kept, sessionId))).toHaveLength(2);
  await rawRequest(`${server.url}/api/sessions/${sessionId}`, { method: 'DELETE' });
  expect(readdirSync(kept)).toEqual([]);
});

test('The routes know only what there is, and no other site', async () => {
  const { server, path, sessionId, file } = await openWork();
  const none = randomUUID();
  const lost = { status: 404, body: { code: 'not_found' } };
  expect(await post(server, `${path}/undo`, { changeId: none })).toMatchObject(lost);
  expect(await post(server, `/api/sessions/${sessionId}/turns/${none}/undo`, {})).toMatchObject(lost);
  expect(await server.get(`/api/sessions/${none}/turns/${none}/changes`)).toMatchObject(lost);
  const otherSession = path.replace(sessionId, none);
  expect(await post(server, `${otherSession}/undo`, {})).toMatchObject(lost);
  expect(await post(server, `${path}/undo`, { changeId: '../../x' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', details: { path: 'changeId' } },
  });
  const foreign = await post(server, `${path}/undo`, {}, { origin: 'http://evil.example' });
  expect(foreign).toMatchObject({ status: 403 });
  expect(readFileSync(file('old.txt'), 'utf8')).toBe('three\n');
});
