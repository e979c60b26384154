// A check before opening loses this race within milliseconds; opening first must never lose it. The swapping runs in
// a thread of its own as fast as it can, the tools work against it a bounded number of times.
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSwapping, swapFolder, swapLinks } from '../test/start-swapping.ts';
import { bubblewrap, canary, createWorkbench } from '../test/workbench.ts';

describe('a folder that is swapped for a link all the time', () => {
  it.each([
    ['links', swapLinks],
    ['a folder and a link', swapFolder],
  ])(
    'never leads outside (%s)',
    async (kind, code) => {
      const bench = await createWorkbench();
      const inside = bench.path('inside');
      await bench.write('inside/secret.txt', 'fine');
      // There from the beginning: a write would make a folder of it, which no link can take the place of.
      if (kind === 'links') await symlink(inside, bench.path('door'));
      else await bench.write('door/secret.txt', 'fine');
      await startSwapping(code, { folder: bench.folder, inside, outside: bench.outside });

      for (let round = 0; round < 60; round += 1) {
        const read = await bench.run('read_file', { path: 'door/secret.txt' });
        expect(read.output).not.toContain(canary);
        const list = await bench.run('list_directory', { path: 'door' });
        if (!list.isError) expect(list.output).not.toContain(`(${canary.length} bytes)`);
        await bench.run('write_file', { path: 'door/new.txt', content: 'written' });
        await bench.run('write_file', { path: 'door/deep/new.txt', content: 'written' });
        await bench.run('edit_file', { path: 'door/secret.txt', oldText: 'CANARY', newText: 'CHANGED' });
      }
      expect(await readdir(bench.outside)).toEqual(['secret.txt']);
      expect((await readdir(join(bench.outside, '..'))).sort()).toEqual(['workspace', 'workspace-2']);
    },
    60_000,
  );

  it.skipIf(!bubblewrap)(
    'never leads a search outside when that runs in the sandbox',
    async () => {
      const bench = await createWorkbench(bubblewrap ? { sandbox: bubblewrap } : {});
      await bench.write('door/secret.txt', 'fine');
      await startSwapping(swapFolder, { folder: bench.folder, inside: '', outside: bench.outside });
      for (let round = 0; round < 12; round += 1) {
        const found = await bench.run('grep', { pattern: 'CANARY' });
        expect(found.output).not.toContain(canary);
        const names = await bench.run('glob', { pattern: '**' });
        expect(names.output).not.toContain('workspace-2');
      }
    },
    60_000,
  );
});
