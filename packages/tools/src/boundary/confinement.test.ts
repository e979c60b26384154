// The promise of the file tools, tried from outside through the tools themselves: whatever path a model writes and
// whatever links there are, nothing outside the workspace is shown or changed.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canary, createWorkbench, type Workbench } from '../test/workbench.ts';

async function createMaze(): Promise<Workbench> {
  const bench = await createWorkbench({ hiddenNames: ['workspace/data', 'workspace/.env'] });
  await bench.write('a/b/inner.txt', 'inner');
  await bench.write('data/app.db', canary);
  await bench.write('data/forbidden-name', '');
  await writeFile(join(bench.outside, 'forbidden-name'), '');
  await writeFile(join(bench.outside, '..', 'forbidden-name'), '');
  await bench.write('.env', `KEY=${canary}`);
  const links: [string, string][] = [
    ['out', bench.outside],
    ['out-file', join(bench.outside, 'secret.txt')],
    ['out-relative', '../workspace-2'],
    ['a/up', '../..'],
    ['a/in', 'b'],
    ['in-file', 'a/b/inner.txt'],
    ['root', '/'],
    ['proc', '/proc/self/root'],
    ['cwd', '/proc/self/cwd'],
    ['dangling', join(bench.outside, 'new.txt')],
    ['circle', 'circle'],
    ['to-data', 'data'],
    ['to-env', '.env'],
    ['chain', 'out/secret.txt'],
  ];
  for (const [name, target] of links) await symlink(target, bench.path(name));
  return bench;
}

async function outsideState({ outside, folder }: Workbench): Promise<string> {
  const base = join(folder, '..');
  return JSON.stringify([
    (await readdir(base)).sort(),
    (await readdir(outside)).sort(),
    await readFile(join(outside, 'secret.txt'), 'utf8'),
    await readFile(join(folder, 'data/app.db'), 'utf8'),
    await readFile(join(folder, '.env'), 'utf8'),
  ]);
}

const names = [
  ...['a', 'b', 'inner.txt', 'out', 'out-file', 'out-relative', 'up', 'in', 'in-file', 'root', 'proc', 'cwd'],
  ...[
    'dangling',
    'circle',
    'to-data',
    'to-env',
    'chain',
    'data',
    'app.db',
    '.env',
    'secret.txt',
    'workspace-2',
  ],
  ...['workspace', '..', '.', '', 'new.txt', 'etc', 'passwd', 'tmp', '~'],
];

describe('the boundary', () => {
  it('holds for every path made of names, links and dots', async () => {
    const bench = await createMaze();
    const before = await outsideState(bench);
    const part = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.string({ maxLength: 4 }));
    const start = fc.constantFrom('', '/', `${bench.folder}/`, `${bench.outside}/`);
    const path = fc.tuple(start, fc.array(part, { minLength: 1, maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(path, async ([from, parts]) => {
        const named = from + parts.join('/');
        const shown = [
          await bench.run('read_file', { path: named }),
          await bench.run('list_directory', { path: named }),
          await bench.run('write_file', { path: named, content: 'written' }),
          await bench.run('edit_file', { path: named, oldText: 'C', newText: 'D' }),
        ];
        for (const { output } of shown) {
          expect(output).not.toContain(canary);
          expect(output).not.toContain('root:x:0:0');
          expect(output).not.toContain('forbidden-name');
        }
        expect(await bench.preview('write_file', { path: named, content: 'x' })).not.toContain(canary);
        expect(await outsideState(bench)).toBe(before);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it.each([
    ['out/secret.txt', 'outside the workspace'],
    ['out-file', 'outside the workspace'],
    ['out-relative/secret.txt', 'outside the workspace'],
    ['chain', 'outside the workspace'],
    ['proc/etc/passwd', 'outside the workspace'],
    ['to-env', 'outside the workspace'],
    ['to-data/app.db', 'outside the workspace'],
    ['data/app.db', 'outside the workspace'],
    ['circle', 'leads in circles'],
    ['../workspace-2/secret.txt', 'outside the workspace'],
    ['a', 'is a folder'],
    ['nothing', 'does not exist'],
    ['a/b/inner.txt/x', 'not a folder'],
  ])('refuses to read %s and says why', async (path, reason) => {
    const bench = await createMaze();
    const result = await bench.run('read_file', { path });
    expect(result.isError).toBe(true);
    expect(result.output).toContain(reason);
  });

  it.each(['in-file', 'a/in/inner.txt', 'a/up/workspace/in-file', 'cwd-free/../in-file'])(
    'follows links that stay inside: %s',
    async (path) => {
      const bench = await createMaze();
      expect(await bench.run('read_file', { path })).toEqual({ output: '     1\tinner' });
    },
  );

  it('does not create anything through a link that leads outside or nowhere', async () => {
    const bench = await createMaze();
    const before = await outsideState(bench);
    for (const path of ['out/new.txt', 'dangling', 'out-relative/x/y.txt', 'a/up/new.txt', 'data/new.db']) {
      const result = await bench.run('write_file', { path, content: 'x' });
      expect(result).toMatchObject({ isError: true });
    }
    expect(await outsideState(bench)).toBe(before);
  });

  it('does not hang on a FIFO and does not open devices', async () => {
    const bench = await createWorkbench();
    expect(spawnSync('mkfifo', [bench.path('fifo')]).status).toBe(0);
    for (const tool of ['read_file', 'write_file', 'edit_file'])
      expect(
        await bench.run(tool, { path: 'fifo', content: 'x', oldText: 'a', newText: 'b' }),
        tool,
      ).toMatchObject({ isError: true, output: expect.stringContaining('not a regular file') });
    expect((await bench.run('list_directory', {})).output).toBe('fifo (not a regular file)');
    expect((await bench.run('grep', { pattern: 'x' })).output).toBe('Nothing matches in the workspace.');
  });

  it('says that the workspace is gone when it is', async () => {
    const bench = await createWorkbench();
    await mkdir(join(bench.outside, 'x'));
    const tool = bench.tool('read_file');
    const result = await tool.run(
      { path: 'x', offset: 1 },
      {
        signal: new AbortController().signal,
        workspace: join(bench.outside, 'gone'),
        sessionId: '',
        turnId: '',
        callId: '',
        progress: () => undefined,
      },
    );
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining('does not exist') });
  });
});
