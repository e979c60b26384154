// What the page's `@` and `/` ask for, over the wire of the whole server: names of files, and skills.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { startRealServer } from '../support/real-server.ts';

test('Files of the workspace are found by name, and nothing of the server or outside', async () => {
  const server = await startRealServer(() => [reply.text('Fine.')]);
  const workspace = join(server.folder, 'workspace');
  await mkdir(join(workspace, 'src'), { recursive: true });
  await writeFile(join(workspace, 'src', 'my notes.md'), '');
  await symlink(server.folder, join(workspace, 'outside'));
  const find = async (query: string) => (await server.get(`/api/workspace/paths?${query}`)).body;
  expect(await find('q=notes')).toEqual({ paths: ['src/my notes.md'], more: false });
  expect(await find('q=&limit=1')).toEqual({ paths: ['src/'], more: true });
  expect(await find('q=slipstream.db')).toEqual({ paths: [], more: false });
  for (const bad of [`q=${'x'.repeat(201)}`, 'limit=0', 'limit=51', 'q=a&q=b'])
    expect((await server.get(`/api/workspace/paths?${bad}`)).status).toBe(400);
});

test('Skills are listed with what they are for', async () => {
  const server = await startRealServer(() => [reply.text('Fine.')]);
  const folder = join(server.folder, 'workspace', 'skills', 'review');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'SKILL.md'),
    '---\nname: review\ndescription: Reviews a change.\n---\nLook twice.\n',
  );
  const { body } = await server.get('/api/skills');
  expect((body as { skills: unknown[] }).skills).toContainEqual({
    name: 'review',
    description: 'Reviews a change.',
  });
});
