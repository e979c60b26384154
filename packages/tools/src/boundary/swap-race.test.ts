// A check before opening loses this race within milliseconds; opening first must never lose it. The swapping runs in
// a thread of its own as fast as it can, the tools work against it a bounded number of times.
import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bubblewrap, canary, createWorkbench } from '../test/workbench.ts';

const swapLinks = `
const fs = require('node:fs');
const { folder, inside, outside, stop } = require('node:worker_threads').workerData;
while (Atomics.load(stop, 0) === 0) {
  for (const target of [inside, outside]) {
    fs.symlinkSync(target, folder + '/next');
    fs.renameSync(folder + '/next', folder + '/door');
  }
}`;

const swapFolder = `
const fs = require('node:fs');
const { folder, outside, stop } = require('node:worker_threads').workerData;
while (Atomics.load(stop, 0) === 0) {
  try {
    fs.renameSync(folder + '/door', folder + '/aside');
    fs.symlinkSync(outside, folder + '/door');
    fs.unlinkSync(folder + '/door');
    fs.renameSync(folder + '/aside', folder + '/door');
  } catch {
    // A write made the folder anew in between: that one gives way, at the latest when nobody writes into it.
    try {
      if (fs.existsSync(folder + '/aside')) fs.rmSync(folder + '/door', { recursive: true, force: true });
      if (fs.existsSync(folder + '/aside')) fs.renameSync(folder + '/aside', folder + '/door');
    } catch {}
  }
}`;

async function startSwapping(code: string, data: { folder: string; inside: string; outside: string }) {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(code, { eval: true, workerData: { ...data, stop } });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  onTestFinished(async () => {
    Atomics.store(stop, 0, 1);
    await ended;
  });
  await new Promise((resolve) => worker.once('online', resolve));
}

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
