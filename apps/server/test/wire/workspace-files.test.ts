// Looking through the workspace over the wire of the whole server, and at what a session has changed in it.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChangedFileList } from '@slipstream/protocol';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

const writes = (path: string, content: string) => reply.toolCall('write_file', { path, content });
const edits = (path: string, oldText: string, newText: string) =>
  reply.toolCall('edit_file', { path, oldText, newText });

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test('Folders and files are shown, and nothing of the server, outside, or that may hold keys', async () => {
  const server = await startRealServer([reply.text('Fine.')]);
  const workspace = join(server.folder, 'workspace');
  await mkdir(join(workspace, 'src'), { recursive: true });
  await writeFile(join(workspace, 'src', 'my notes.md'), 'sk-test-key-of-nobody\n');
  await writeFile(join(workspace, '.env'), 'KEY=1');
  await symlink(server.folder, join(workspace, 'outside'));
  const ask = async (path: string) => (await server.get(`/api/workspace/${path}`)).body;
  expect(await ask('tree')).toMatchObject({
    path: '',
    entries: [{ name: 'src' }, { name: '.env' }],
    more: false,
  });
  expect(await ask('tree?path=src')).toMatchObject({
    path: 'src',
    entries: [{ name: 'my notes.md', kind: 'file', bytes: 22 }],
  });
  expect(await ask('content?path=src/my%20notes.md')).toMatchObject({ kind: 'text', text: '[secret]\n' });
  expect(await ask('content?path=.env')).toMatchObject({ code: 'forbidden', details: { reason: 'secret' } });
  const statuses = async (what: string, paths: string[]) =>
    Promise.all(
      paths.map(
        async (path) =>
          (await fetch(`${server.url}/api/workspace/${what}?path=${encodeURIComponent(path)}`)).status,
      ),
    );
  const bad = ['../data/slipstream.db', 'outside/data/slipstream.db', '/etc/passwd', '.env', 'none', ''];
  for (const what of ['content', 'raw'])
    expect(await statuses(what, bad)).toEqual([403, 403, 403, 403, 404, 400]);
  expect(await statuses('tree', ['outside', '..', 'none', ''])).toEqual([403, 403, 404, 400]);
  expect((await server.get('/api/workspace/content')).status).toBe(400);
  expect((await server.get('/api/workspace/content?path=a&path=b')).status).toBe(400);
});

test('A file is given as data that no browser runs, and only a picture as what it is', async () => {
  const server = await startRealServer([reply.text('Fine.')]);
  const workspace = join(server.folder, 'workspace');
  await writeFile(join(workspace, 'a.png'), png);
  await writeFile(join(workspace, '图.svg'), '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const raw = async (path: string) => {
    const response = await fetch(`${server.url}/api/workspace/raw?path=${encodeURIComponent(path)}`);
    const { headers } = response;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    return [headers.get('content-type'), headers.get('content-disposition'), await response.bytes()];
  };
  expect(await raw('a.png')).toEqual(['image/png', "inline; filename*=UTF-8''a.png", new Uint8Array(png)]);
  expect(await raw('图.svg')).toEqual([
    'application/octet-stream',
    "attachment; filename*=UTF-8''%E5%9B%BE.svg",
    expect.anything(),
  ]);
});

test('The files that a session has changed are told over all its turns, each beside what it was before', async () => {
  const server = await startRealServer([
    [writes('new.txt', 'made\n'), edits('old.txt', 'one', 'two')],
    [reply.text('Done.')],
    [edits('old.txt', 'two', 'three'), writes('.env', 'KEY=1')],
    [reply.text('Done.')],
  ]);
  const old = join(server.folder, 'workspace', 'old.txt');
  await writeFile(old, 'one\n');
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const turnIds: string[] = [];
  for (const text of ['first', 'second']) {
    const frame = { sessionId, messageId: randomUUID(), text, mode: 'auto' } as const;
    const ack = await socket.ask({ type: 'message.send', ...frame });
    if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
    turnIds.push(ack.turnId);
    expect(await waitForEnd(socket, ack.turnId)).toMatchObject({ status: 'completed' });
  }
  const path = `/api/sessions/${sessionId}/files`;
  const list = async () => ((await server.get(path)).body as ChangedFileList).files;
  const diff = async (name: string) => (await server.get(`${path}/diff?path=${name}`)).body;
  expect(await readFile(old, 'utf8')).toBe('three\n');
  expect(await list()).toEqual([
    expect.objectContaining({ path: '.env', kind: 'created', changes: 1, undone: false }),
    expect.objectContaining({ path: 'old.txt', kind: 'edited', changes: 2, turnId: turnIds[1] }),
    expect.objectContaining({ path: 'new.txt', kind: 'created', changes: 1, turnId: turnIds[0] }),
  ]);
  expect(await diff('old.txt')).toEqual({
    path: 'old.txt',
    state: 'changed',
    diff: '--- a/old.txt\n+++ b/old.txt\n@@ -1,1 +1,1 @@\n-one\n+three',
  });
  expect(await diff('.env')).toMatchObject({ code: 'forbidden', details: { reason: 'secret' } });
  expect(await diff('other.txt')).toMatchObject({ code: 'not_found' });
  const undone = await fetch(`${server.url}/api/sessions/${sessionId}/turns/${turnIds[0]}/undo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(undone.status).toBe(200);
  expect((await list()).map((file) => `${file.path} ${file.undone}`)).toContain('new.txt true');
  expect(await diff('new.txt')).toMatchObject({ state: 'gone', diff: null });
  expect((await server.get(`/api/sessions/${randomUUID()}/files`)).status).toBe(404);
});
