import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { maxContextFileBytes } from '@slipstream/agent';
import { afterEach, expect, test } from 'vitest';
import { createContextSource } from './create-context-source.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function makeWorkspace(files: Record<string, string | Buffer>) {
  const base = await mkdtemp(join(tmpdir(), 'slipstream-context-'));
  folders.push(base);
  const workspace = join(base, 'workspace');
  await writeFile(join(base, 'outside.md'), 'secret');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
  const read = (worked: string[] = [], hidden: string[] = []) =>
    createContextSource({ hidden }).read({
      workspace,
      date: '2026-11-30',
      folders: worked,
      planPath: 'plans/1.md',
    });
  return { workspace, read };
}

test('an empty workspace says nothing, and nothing is wrong with it', async () => {
  const { workspace, read } = await makeWorkspace({});
  await mkdir(workspace, { recursive: true });
  expect(await read()).toEqual({
    rules: [],
    soul: null,
    user: null,
    memory: [],
    skills: [],
    planned: false,
    problems: [],
  });
});

test('each file has its place, and the rules of folders that are worked in follow the root’s', async () => {
  const { read } = await makeWorkspace({
    'AGENTS.md': 'root',
    'SOUL.md': 'soul',
    'USER.md': 'user',
    'MEMORY.md': 'memory',
    'a/AGENTS.md': 'a',
    'a/b/AGENTS.md': 'a/b',
    'c/AGENTS.md': 'c',
    'plans/1.md': 'plan',
  });
  const context = await read(['a/b/deep', '.', '../elsewhere']);
  expect(context.rules.map(({ path, text }) => [path, text])).toEqual([
    ['AGENTS.md', 'root'],
    ['a/AGENTS.md', 'a'],
    ['a/b/AGENTS.md', 'a/b'],
  ]);
  expect([context.soul?.text, context.user?.text, context.memory[0]?.text]).toEqual([
    'soul',
    'user',
    'memory',
  ]);
  expect(context.planned).toBe(true);
  expect(context.problems).toEqual([]);
});

test('a file is read up to 32 KiB, whole characters, and it is told that it was cut', async () => {
  const { read } = await makeWorkspace({
    'AGENTS.md': '文'.repeat(20_000),
    'USER.md': 'x'.repeat(32 * 1024),
  });
  const { rules, user } = await read();
  expect(rules[0]).toMatchObject({ bytes: 60_000, truncated: true });
  expect(Buffer.byteLength(rules[0]?.text ?? '')).toBeLessThanOrEqual(maxContextFileBytes);
  expect(rules[0]?.text).toMatch(/^文+$/);
  expect(user).toMatchObject({ bytes: maxContextFileBytes, truncated: false });
});

test('links that lead outside, folders, binary files and hidden places are refused and named', async () => {
  const { workspace, read } = await makeWorkspace({
    'MEMORY.md': Buffer.from([1, 0, 2]),
    'SOUL.md': 'hidden',
  });
  await symlink('../outside.md', join(workspace, 'AGENTS.md'));
  await mkdir(join(workspace, 'USER.md'));
  const context = await read([], [join(workspace, 'SOUL.md')]);
  expect(context).toMatchObject({ rules: [], soul: null, user: null, memory: [] });
  expect(context.problems.map(({ path }) => path).sort()).toEqual([
    'AGENTS.md',
    'MEMORY.md',
    'SOUL.md',
    'USER.md',
  ]);
  expect(JSON.stringify(context)).not.toContain('secret');
});

test('characters that nobody sees are taken out', async () => {
  const { read } = await makeWorkspace({ 'AGENTS.md': 'a\u202eb\u200bc\u{e0041}d\r\ne👩‍💻' });
  expect((await read()).rules[0]?.text).toBe('abcd\ne👩‍💻');
});

test('a workspace that is gone is a problem, not a failure', async () => {
  const { read } = await makeWorkspace({});
  const context = await read();
  expect(context.rules).toEqual([]);
  expect(context.problems.map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^The workspace folder .+ does not exist\.$/),
  ]);
});
