import { symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../test/workbench.ts';

describe('list_directory', () => {
  it('shows folders, files with sizes, and links with their goals', async () => {
    const bench = await createWorkbench();
    await bench.write('src/a.ts', '');
    await bench.write('b.txt', 'x'.repeat(2048));
    await bench.write('.hidden', 'x');
    await symlink('b.txt', bench.path('link'));
    expect(await bench.run('list_directory', {})).toEqual({
      output: '.hidden (1 byte)\nb.txt (2 KiB)\nlink -> b.txt\nsrc/',
    });
    expect((await bench.run('list_directory', { path: 'src' })).output).toBe('a.ts (0 bytes)');
  });

  it('says when there is nothing, or no folder', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', '');
    await bench.write('sub/.keep', '');
    expect(await bench.run('list_directory', { path: 'a.txt' })).toEqual({
      output: '"a.txt" has a part that is not a folder.',
      isError: true,
    });
    expect(await bench.run('list_directory', { path: 'none' })).toMatchObject({ isError: true });
  });

  it('lists at most as many as it may, and tells how many there are', async () => {
    const bench = await createWorkbench({ limits: { maxListedEntries: 3 } });
    for (const name of ['a', 'b', 'c', 'd', 'e']) await bench.write(name, '');
    const result = await bench.run('list_directory', {});
    expect(result.output).toBe(
      'a (0 bytes)\nb (0 bytes)\nc (0 bytes)\n[3 of 5 entries; use glob with a pattern to see the others]',
    );
    expect(result.truncated).toBe(true);
  });

  it('keeps within its bytes', async () => {
    const bench = await createWorkbench({ limits: { maxOutputBytes: 2048 } });
    for (let index = 0; index < 30; index += 1) await bench.write(`${index}${'字'.repeat(60)}`, '');
    const { output } = await bench.run('list_directory', {});
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(2048);
    expect(output).toMatch(/\[\d+ of 30 entries/);
  });

  it('keeps a name on its line', async () => {
    const bench = await createWorkbench();
    await bench.write('two\nlines\u202e', '');
    expect((await bench.run('list_directory', {})).output).toBe('two\\nlines\\u{202e} (0 bytes)');
  });

  it('leaves out what belongs to the server', async () => {
    const bench = await createWorkbench({ hiddenNames: ['workspace/data', 'workspace/.env', 'elsewhere'] });
    await bench.write('data/app.db', '');
    await bench.write('.env', '');
    await bench.write('a.txt', '');
    expect((await bench.run('list_directory', {})).output).toBe('a.txt (0 bytes)');
  });

  it('says that an empty folder is empty', async () => {
    const bench = await createWorkbench();
    expect(await bench.run('list_directory', {})).toEqual({ output: '[the folder is empty]' });
  });
});
