import { chmod, link, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { closeTarget, openTarget, replaceContent } from '../boundary/write-target.ts';
import { createWorkbench } from '../test/workbench.ts';

describe('write_file', () => {
  it('creates a file and the folders above it', async () => {
    const bench = await createWorkbench();
    expect(await bench.run('write_file', { path: 'a/b/poem.txt', content: 'one\ntwo\n' })).toEqual({
      output: 'Created a/b/poem.txt (2 lines, 8 bytes).',
    });
    expect(await readFile(bench.path('a/b/poem.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(await readdir(bench.path('a/b'))).toEqual(['poem.txt']);
  });

  it('overwrites, keeps the mode, and shows what changed', async () => {
    const bench = await createWorkbench();
    await bench.write('run.sh', 'echo one\n');
    await chmod(bench.path('run.sh'), 0o750);
    const result = await bench.run('write_file', { path: 'run.sh', content: 'echo two\n' });
    expect(result).toEqual({
      output:
        'Overwrote run.sh (1 line, 9 bytes).\n--- a/run.sh\n+++ b/run.sh\n@@ -1,1 +1,1 @@\n-echo one\n+echo two',
    });
    expect((await stat(bench.path('run.sh'))).mode & 0o777).toBe(0o750);
  });

  it('overwrites what is not text', async () => {
    const bench = await createWorkbench();
    await bench.write('a.bin', Buffer.from([0, 1, 2]));
    expect(await bench.preview('write_file', { path: 'a.bin', content: 'x' })).toBe(
      'x\na.bin is not text; all of it is replaced.',
    );
    expect((await bench.run('write_file', { path: 'a.bin', content: 'x' })).output).toBe(
      'Overwrote a.bin (1 line, 1 byte).',
    );
  });

  it('writes to the goal of a link inside and leaves the link', async () => {
    const bench = await createWorkbench();
    await bench.write('real/a.txt', 'one');
    await symlink('real/a.txt', bench.path('link'));
    await bench.run('write_file', { path: 'link', content: 'two' });
    expect(await readFile(bench.path('real/a.txt'), 'utf8')).toBe('two');
    expect((await bench.run('list_directory', {})).output).toContain('link -> real/a.txt');
  });

  it('does not write through a hard link into the other name', async () => {
    const bench = await createWorkbench();
    await link(`${bench.outside}/secret.txt`, bench.path('hard'));
    await bench.run('write_file', { path: 'hard', content: 'mine' });
    expect(await readFile(`${bench.outside}/secret.txt`, 'utf8')).not.toBe('mine');
  });

  it.each(['.', 'sub', 'file/x'])('refuses %s', async (path) => {
    const bench = await createWorkbench();
    await bench.write('sub/a', '');
    await bench.write('file', '');
    expect(await bench.run('write_file', { path, content: 'x' })).toMatchObject({ isError: true });
    expect((await readdir(bench.folder)).sort()).toEqual(['file', 'sub']);
  });

  it('previews as a diff, and says when it will fail', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', 'one\n');
    expect(await bench.preview('write_file', { path: 'a.txt', content: 'two\n' })).toContain('-one\n+two');
    expect(await bench.preview('write_file', { path: 'new/b.txt', content: 'x\n' })).toContain(
      '--- /dev/null',
    );
    expect(await bench.preview('write_file', { path: '../x', content: '' })).toMatch(
      /^This will fail: .*outside/,
    );
    expect(await readdir(bench.folder)).toEqual(['a.txt']);
  });
});

describe('replaceContent', () => {
  it('refuses when the file was changed after it was looked at, and changes nothing', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', 'one');
    const boundary = { root: bench.folder, realRoot: bench.folder, hidden: [] };
    for (const name of ['a.txt', 'new.txt']) {
      const target = await openTarget(boundary, name, name);
      await bench.write(name, 'changed by an editor');
      await expect(replaceContent(target, Buffer.from('two'))).rejects.toMatchObject({ code: 'conflict' });
      await closeTarget(target);
      expect(await readFile(bench.path(name), 'utf8')).toBe('changed by an editor');
    }
    expect((await readdir(bench.folder)).sort()).toEqual(['a.txt', 'new.txt']);
  });
});
