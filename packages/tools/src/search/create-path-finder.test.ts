import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorkbench, noSandbox, systemClock, ways } from '../test/workbench.ts';
import { createPathFinder } from './create-path-finder.ts';

describe.each(ways)('finding paths %s', (_, sandbox) => {
  it('names files and folders, and nothing that is ignored, hidden, linked or outside', async () => {
    const bench = await createWorkbench();
    for (const path of [
      'src/a.ts',
      'src/deep/b.ts',
      '.github/ci.yml',
      'node_modules/x/a.ts',
      '.git/a.ts',
      'data/a.db',
    ])
      await bench.write(path, 'x');
    await bench.write('.gitignore', '*.log\n');
    await bench.write('a.log', 'x');
    await symlink(bench.outside, bench.path('out'));
    await symlink(bench.path('src/a.ts'), bench.path('a-link.ts'));
    const finder = createPathFinder({
      clock: systemClock,
      sandbox,
      workspace: bench.folder,
      hidden: [bench.path('data')],
    });
    const all = [
      '.gitignore',
      '.github/',
      'src/',
      '.github/ci.yml',
      'src/a.ts',
      'src/deep/',
      'src/deep/b.ts',
    ];
    const { paths, more } = await finder.find('', 50);
    expect([...paths].sort()).toEqual([...all].sort());
    expect(more).toBe(false);
    expect(await finder.find('a.ts', 50)).toEqual({ paths: ['src/a.ts'], more: false });
    expect(await finder.find('secret', 50)).toEqual({ paths: [], more: false });
    expect(await finder.find('../', 50)).toEqual({ paths: [], more: false });
  });
});

const options = { clock: systemClock, sandbox: noSandbox };

it('leaves out names that cannot be written in one line, and takes all others as they are', async () => {
  const { folder } = await createWorkbench();
  const good = [
    '--version',
    '-rf',
    'a b.txt',
    '"quoted".txt',
    '$(id)',
    '`id`',
    '文件.md',
    '{x,y}',
    '*',
    '!x',
    "it's",
  ];
  const bad = ['line\nbreak', 'tab\there', 'back\u202Ewards', 'bell\u0007', 'zero\u200Bwidth'];
  for (const name of [...good, ...bad]) await writeFile(join(folder, name), '');
  await writeFile(Buffer.concat([Buffer.from(`${folder}/broken-`), Buffer.from([0xff])]), '');
  const { paths } = await createPathFinder({ ...options, workspace: folder }).find('', 50);
  expect([...paths].sort()).toEqual([...good].sort());
});

it.each(['', '..', '/etc/passwd', '--help', '\0', '*', '$(id)', '\\', '(', 'x'.repeat(200)])(
  'what is typed is compared and never run: %j',
  async (query) => {
    const { folder } = await createWorkbench();
    await writeFile(join(folder, 'only.txt'), '');
    const { paths } = await createPathFinder({ ...options, workspace: folder }).find(query, 50);
    expect(paths).toEqual(query === '' ? ['only.txt'] : []);
  },
);

it('gives no more than is asked for and says that there are others', async () => {
  const { folder } = await createWorkbench();
  await mkdir(join(folder, 'many'));
  for (let n = 0; n < 30; n += 1) await writeFile(join(folder, 'many', `${n}.txt`), '');
  const { paths, more } = await createPathFinder({ ...options, workspace: folder }).find('many/', 10);
  expect(paths).toHaveLength(10);
  expect(more).toBe(true);
});

it('sees new files after a moment, and tries again after a failure', async () => {
  const { folder } = await createWorkbench();
  let now = 0;
  const clock = { ...systemClock, now: () => now };
  const missing = join(folder, 'later');
  const finder = createPathFinder({ ...options, clock, workspace: missing });
  await expect(finder.find('', 5)).rejects.toMatchObject({ code: 'not_found' });
  await mkdir(missing);
  expect((await finder.find('', 5)).paths).toEqual([]);
  await writeFile(join(missing, 'new.txt'), '');
  now = 3000;
  expect((await finder.find('', 5)).paths).toEqual(['new.txt']);
});
