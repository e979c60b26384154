import { lstat, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toBoundary } from '../boundary/boundary.ts';
import { bubblewrap, createWorkbench, ways } from '../test/workbench.ts';
import { createOutputFile } from './output-file.ts';

const folder = '.slipstream/output';
const kept = `${folder}/call_1.txt`;

describe.each(ways)('the whole output of a command %s', (_, sandbox) => {
  it('is in a file that read_file pages and only its owner reads', async () => {
    const bench = await createWorkbench({ sandbox });
    const { output } = await bench.run('bash', { command: 'seq 1 100000' }, { callId: 'call_1' });
    expect(output).toContain(`[the whole output, 575.1 KiB, is in ${kept}; read_file gives it in pages]`);
    expect((await stat(bench.path(kept))).mode & 0o777).toBe(0o600);
    const all = Array.from({ length: 100_000 }, (_each, index) => `${index + 1}\n`).join('');
    expect(await readFile(bench.path(kept), 'utf8')).toBe(all);
    const page = await bench.run('read_file', { path: kept, offset: 54_321, limit: 1 });
    expect(page.output).toBe(' 54321\t54321\n[lines 54321–54321 of 100000; continue with offset 54322]');
  });

  it('is kept of what was left out alone', async () => {
    const bench = await createWorkbench({ sandbox });
    await bench.run('bash', { command: 'seq 1 1000' });
    expect(await readdir(bench.folder)).toEqual([]);
  });

  it('is no part of a search, but can be searched by its name', async () => {
    const bench = await createWorkbench({ sandbox });
    await bench.write('.slipstream/a.txt', '4242');
    await bench.run('bash', { command: 'seq 1 20000' }, { callId: 'call_1' });
    expect((await bench.run('grep', { pattern: '^4242$' })).output).toBe('.slipstream/a.txt:1:4242');
    expect((await bench.run('glob', { pattern: '**/*.txt' })).output).toBe('.slipstream/a.txt');
    expect((await bench.run('grep', { pattern: '^4242$', path: kept })).output).toBe(`${kept}:4242:4242`);
  });

  it('is cut at its limit, and says so', async () => {
    const bench = await createWorkbench({ sandbox, limits: { maxKeptBytes: 100_000 } });
    const { output } = await bench.run('bash', { command: 'seq 1 100000' }, { callId: 'call_1' });
    expect(output).toContain(`[its first 97.7 KiB are in ${kept};`);
    expect((await stat(bench.path(kept))).size).toBe(100_000);
  });
});

it('takes no way out of its folder, and no file that is there', async () => {
  const bench = await createWorkbench();
  for (const callId of ['../../evil', 'a/b', '', '.', 'x'.repeat(300), 'call_1', 'call_1', '\0'])
    expect((await bench.run('bash', { command: 'seq 1 20000' }, { callId })).output).toContain(folder);
  const names = await readdir(bench.path(folder));
  expect(names).toHaveLength(9);
  for (const name of names) expect(name).toMatch(/^(\.gitignore|[\w-]{6,}\.txt)$/);
  expect(await readdir(bench.folder)).toEqual(['.slipstream']);
});

it.each([
  ['.slipstream', undefined],
  [folder, '.slipstream'],
])('does not follow a link at %s', async (link, parent) => {
  const bench = await createWorkbench();
  if (parent) await mkdir(bench.path(parent));
  await symlink(bench.outside, bench.path(link));
  const { output } = await bench.run('bash', { command: 'seq 1 20000' }, { callId: 'call_1' });
  expect(output).toMatch(/bytes were left out[\s\S]*20000\n\[exit code 0\]$/);
  expect(await readdir(bench.outside)).toEqual(['secret.txt']);
});

it.runIf(bubblewrap)('is read-only to a sandboxed command, once it is there', async () => {
  const bench = await createWorkbench(bubblewrap ? { sandbox: bubblewrap } : {});
  await bench.run('bash', { command: 'seq 1 20000' }, { callId: 'call_1' });
  const before = await readFile(bench.path(kept), 'utf8');
  const { output } = await bench.run('bash', {
    command: `echo x > ${kept}; rm -f ${kept}; rm -rf ${folder}; mv .slipstream moved; touch .slipstream/new; true`,
  });
  expect(
    output.match(/Read-only file system|Device or resource busy|cannot/g)?.length,
  ).toBeGreaterThanOrEqual(5);
  expect(await readFile(bench.path(kept), 'utf8')).toBe(before);
  expect(await readdir(bench.folder)).toEqual(['.slipstream']);
  expect(await readdir(bench.path('.slipstream'))).toEqual(['output']);
});

it('is removed after a week, when the first command runs', async () => {
  const bench = await createWorkbench();
  await mkdir(bench.path(folder), { recursive: true });
  const week = 7 * 24 * 60 * 60;
  const now = Date.now() / 1000;
  for (const [name, age] of [
    ['old.txt', week + 60],
    ['new.txt', week - 60],
    ['old.log', week + 60],
  ] as const) {
    await writeFile(bench.path(join(folder, name)), 'x');
    await utimes(bench.path(join(folder, name)), now - age, now - age);
  }
  await symlink(join(bench.outside, 'secret.txt'), bench.path(join(folder, 'link.txt')));
  await bench.run('bash', { command: 'true' });
  expect((await readdir(bench.path(folder))).sort()).toEqual(['link.txt', 'new.txt', 'old.log']);
  expect((await lstat(join(bench.outside, 'secret.txt'))).isFile()).toBe(true);
});

it('gives no file where it cannot be written, and the command does not care', async () => {
  const bench = await createWorkbench();
  await writeFile(bench.path('.slipstream'), 'a file');
  const boundary = await toBoundary(bench.folder, []);
  const file = createOutputFile(boundary, { callId: 'x', memoryBytes: 4, maxBytes: 100 });
  file.add(Buffer.from('12345'));
  file.add(Buffer.from('6'));
  expect(await file.finish(true)).toBeUndefined();
});
