import { chmod, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { livingProcesses } from '../test/living-processes.ts';
import { canary, createWorkbench, type WorkbenchOptions, ways } from '../test/workbench.ts';

async function createTree(options: WorkbenchOptions) {
  const bench = await createWorkbench(options);
  await bench.write('src/a.ts', 'const needle = 1;\n');
  await bench.write('src/deep/b.ts', 'one\ntwo needle\nthree\nfour\n');
  await bench.write('src/deep/c.js', 'needle\r\n');
  await bench.write('.git/config', 'needle');
  await bench.write('.github/ci.yml', 'needle');
  await bench.write('node_modules/x/index.ts', 'needle');
  await bench.write('.gitignore', 'node_modules/\n*.rb\n');
  await bench.write('src/deep/ignored.rb', 'needle');
  await bench.write('data/app.db', `needle ${canary}`);
  await symlink(bench.outside, bench.path('out'));
  return bench;
}

describe.each(ways)('searching %s', (_, sandbox) => {
  const options = { sandbox, hiddenNames: ['workspace/data'] };

  it.each([
    [{ pattern: '*.ts' }, 'src/a.ts\nsrc/deep/b.ts'],
    [{ pattern: 'src/*.ts' }, 'src/a.ts'],
    [{ pattern: './src/*.ts' }, 'src/a.ts'],
    [{ pattern: '**/*.{ts,js}' }, 'src/a.ts\nsrc/deep/b.ts\nsrc/deep/c.js'],
    [{ pattern: '*.ts', path: 'src/deep' }, 'src/deep/b.ts'],
    [{ pattern: 'deep/*', path: 'src' }, 'src/deep/b.ts\nsrc/deep/c.js\nsrc/deep/ignored.rb'],
    [{ pattern: '**/*.yml' }, '.github/ci.yml'],
    [{ pattern: '*.py' }, 'No files match *.py in the workspace.'],
    [
      { pattern: '*', path: 'data' },
      '"data" is outside the workspace. Only files inside the workspace can be used.',
    ],
    [{ pattern: '*.db' }, 'No files match *.db in the workspace.'],
    [{ pattern: 'config' }, 'No files match config in the workspace.'],
    [{ pattern: 'secret.txt' }, 'No files match secret.txt in the workspace.'],
    [
      { pattern: '*', path: 'out' },
      '"out" is outside the workspace. Only files inside the workspace can be used.',
    ],
    [{ pattern: '../*' }, 'The pattern may not contain "..": give the folder as path.'],
    [{ pattern: '*', path: 'src/a.ts' }, '"src/a.ts" has a part that is not a folder.'],
  ])('glob %j', async (args, expected) => {
    const bench = await createTree(options);
    expect((await bench.run('glob', args)).output).toBe(expected);
  });

  it('takes a pattern with the whole path of the workspace', async () => {
    const bench = await createTree(options);
    expect((await bench.run('glob', { pattern: `${bench.folder}/src/*.ts` })).output).toBe('src/a.ts');
  });

  it.each([
    [
      { pattern: 'needle' },
      '.github/ci.yml:1:needle\nsrc/a.ts:1:const needle = 1;\nsrc/deep/b.ts:2:two needle\nsrc/deep/c.js:1:needle',
    ],
    [{ pattern: 'NEEDLE' }, 'Nothing matches in the workspace.'],
    [{ pattern: '(?i)NEEDLE', include: '*.js' }, 'src/deep/c.js:1:needle'],
    [{ pattern: 'needle', path: 'src/deep', include: '*.ts' }, 'src/deep/b.ts:2:two needle'],
    [{ pattern: 'needle', path: 'src/deep/b.ts' }, 'src/deep/b.ts:2:two needle'],
    [
      { pattern: 'two', context: 1 },
      'src/deep/b.ts-1-one\nsrc/deep/b.ts:2:two needle\nsrc/deep/b.ts-3-three',
    ],
    [{ pattern: 'CANARY' }, 'Nothing matches in the workspace.'],
    [
      { pattern: 'CANARY', path: 'out/secret.txt' },
      '"out/secret.txt" is outside the workspace. Only files inside the workspace can be used.',
    ],
    [{ pattern: '-x' }, 'Nothing matches in the workspace.'],
    [{ pattern: '--pre=sh' }, 'Nothing matches in the workspace.'],
    [{ pattern: 'x', include: '--pre=sh' }, 'Nothing matches in the workspace.'],
    [{ pattern: 'x', path: 'none' }, '"none" does not exist.'],
  ])('grep %j', async (args, expected) => {
    const bench = await createTree(options);
    expect((await bench.run('grep', args)).output).toBe(expected);
  });

  it('says what is wrong with a pattern', async () => {
    const bench = await createTree(options);
    expect(await bench.run('grep', { pattern: '(' })).toMatchObject({
      isError: true,
      output: expect.stringContaining('unclosed group'),
    });
    expect(await bench.run('glob', { pattern: '[' })).toMatchObject({
      isError: true,
      output: expect.stringContaining('unclosed character class'),
    });
    expect(await bench.run('grep', { pattern: 'a\0b' })).toMatchObject({ isError: true });
    expect(await bench.run('glob', { pattern: 'a\0b' })).toMatchObject({ isError: true });
  });

  it('reads what it may when a part cannot be read', async () => {
    const bench = await createTree(options);
    await chmod(bench.path('src/deep'), 0o000);
    const { output } = await bench.run('grep', { pattern: 'const' });
    await chmod(bench.path('src/deep'), 0o755);
    expect(output).toBe('src/a.ts:1:const needle = 1;');
  });

  it('is cut off by size, with whole lines, and says so', async () => {
    const bench = await createWorkbench({ sandbox, limits: { maxOutputBytes: 4096, maxListedEntries: 5 } });
    await bench.write('long.txt', `${'needle '.repeat(200_000)}\n`);
    await bench.write('many.txt', 'a needle 字\n'.repeat(50_000));
    for (const name of ['1', '2', '3', '4', '5', '6', '7']) await bench.write(`${name}.md`, '');
    const found = await bench.run('grep', { pattern: 'needle' });
    const lines = found.output.split('\n');
    expect(Buffer.byteLength(found.output)).toBeLessThanOrEqual(4096);
    expect(found.truncated).toBe(true);
    expect(lines[0]).toMatch(/^long\.txt:1:(?:needle )+.*\[\.\.\. .*\]$/);
    expect(lines.slice(1, -1).every((line) => /^many\.txt:\d+:a needle 字$/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe(
      `[the first ${lines.length - 1} lines; there are more: narrow the pattern, path or include]`,
    );
    expect((await bench.run('glob', { pattern: '*.md' })).output).toBe(
      '1.md\n2.md\n3.md\n4.md\n5.md\n[the first 5 files; there are more: narrow the pattern or the path]',
    );
  });

  it('answers patterns that take for ever elsewhere', async () => {
    const bench = await createWorkbench({ sandbox });
    await bench.write('a.txt', `${'a'.repeat(100_000)}!\n`);
    expect((await bench.run('grep', { pattern: '^(a+)+$' })).output).toBe(
      'Nothing matches in the workspace.',
    );
    expect(await bench.run('grep', { pattern: '((a{100}){100}){100}' })).toMatchObject({ isError: true });
  });

  it('is cut off by time', async () => {
    const bench = await createWorkbench({ sandbox, limits: { searchTimeoutMs: 0 } });
    await bench.write('a.txt', 'needle\n'.repeat(100_000));
    const { output, truncated } = await bench.run('grep', { pattern: 'needle' });
    expect(output).toMatch(/\[stopped after 0 s; this is what was found until then\]$/);
    expect(truncated).toBe(true);
  });

  it('is killed by a stop at any moment, and nothing is left', async () => {
    const bench = await createWorkbench({ sandbox });
    const word = `needle-${process.pid}-${Math.random()}`;
    await bench.write('a.txt', `${word}\n`);
    for (let moment = 0; moment < 20; moment += 1) {
      const stop = new AbortController();
      const running = bench.run('grep', { pattern: word }, { signal: stop.signal });
      const timer = setTimeout(() => stop.abort('stopped'), moment);
      await running.then(
        ({ output }) => expect(output).toBe(`a.txt:1:${word}`),
        (reason: unknown) => expect(reason).toBe('stopped'),
      );
      clearTimeout(timer);
      expect(livingProcesses(word)).toEqual([]);
    }
  });
});
