import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createWorkspaceFiles } from './workspace-files.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function makeFiles() {
  const base = await mkdtemp(join(tmpdir(), 'slipstream-files-'));
  folders.push(base);
  const workspace = join(base, 'workspace');
  await mkdir(join(workspace, 'memory'), { recursive: true });
  await writeFile(join(base, 'outside.md'), 'secret');
  return { workspace, base, files: createWorkspaceFiles({ workspace, hidden: [] }) };
}

test('the files of every prompt are listed, whether they are there or not, and the newest days of memory', async () => {
  const { workspace, files } = await makeFiles();
  await writeFile(join(workspace, 'AGENTS.md'), 'x'.repeat(40_000));
  await symlink('../outside.md', join(workspace, 'SOUL.md'));
  await writeFile(join(workspace, 'memory/2026-11-29.md'), 'day');
  await writeFile(join(workspace, 'memory/2026-11-30.md'), 'day');
  await writeFile(join(workspace, 'memory/notes.md'), 'not a day');
  expect(await files.list()).toMatchObject([
    { path: 'AGENTS.md', purpose: 'rules', bytes: 40_000, truncated: true, problem: null },
    { path: 'SOUL.md', bytes: null, problem: expect.stringContaining('outside the workspace') },
    { path: 'USER.md', bytes: null, problem: null },
    { path: 'MEMORY.md', bytes: null, problem: null },
    { path: 'HEARTBEAT.md', bytes: null, problem: null },
    { path: 'memory/2026-11-30.md', purpose: 'day', bytes: 3 },
    { path: 'memory/2026-11-29.md', purpose: 'day', bytes: 3 },
  ]);
});

test('a file is made, read and changed; who knows an older one is refused', async () => {
  const { workspace, files } = await makeFiles();
  const none = await files.read('USER.md');
  expect(none).toEqual({ path: 'USER.md', text: '', version: null });
  const made = await files.write('USER.md', 'Ada', none.version);
  expect(await readFile(join(workspace, 'USER.md'), 'utf8')).toBe('Ada');
  expect(await files.read('USER.md')).toEqual(made);
  await expect(files.write('USER.md', 'Eve', null)).rejects.toMatchObject({ code: 'conflict' });
  await writeFile(join(workspace, 'USER.md'), 'Bob');
  await expect(files.write('USER.md', 'Eve', made.version)).rejects.toMatchObject({ code: 'conflict' });
  const now = await files.read('USER.md');
  expect((await files.write('USER.md', '', now.version)).text).toBe('');
});

test('the plan of a session is read and changed, and not listed; one through a link is not followed', async () => {
  const { workspace, files } = await makeFiles();
  const path = 'plans/01990000-0000-7000-8000-000000000001.md';
  const made = await files.write(path, '# Plan', null);
  expect(await readFile(join(workspace, path), 'utf8')).toBe('# Plan');
  expect(await files.read(path)).toEqual(made);
  expect((await files.list()).map((file) => file.path)).not.toContain(path);
  await rm(join(workspace, path));
  await symlink('../../outside.md', join(workspace, path));
  await expect(files.read(path)).rejects.toMatchObject({
    message: expect.stringContaining('outside the workspace'),
  });
});

test.each([
  'plans/x.md',
  'plans/../outside.md',
  'plans/01990000-0000-7000-8000-000000000001.md/x',
  '../outside.md',
  'package.json',
  'memory/../package.json',
  'memory/notes.md',
  '/etc/passwd',
  '',
])('nothing else can be read or written: %j', async (path) => {
  const { files } = await makeFiles();
  await expect(files.read(path)).rejects.toMatchObject({ code: 'not_found' });
  await expect(files.write(path, 'x', null)).rejects.toMatchObject({ code: 'not_found' });
});

test('a link that leads out is neither read nor written through', async () => {
  const { workspace, base, files } = await makeFiles();
  await symlink('../outside.md', join(workspace, 'AGENTS.md'));
  await expect(files.read('AGENTS.md')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(files.write('AGENTS.md', 'x', null)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await readFile(join(base, 'outside.md'), 'utf8')).toBe('secret');
});

test('a text that is too large is refused', async () => {
  const { files } = await makeFiles();
  await expect(files.write('AGENTS.md', '文'.repeat(100_000), null)).rejects.toMatchObject({
    code: 'too_large',
  });
});
