// Swaps `door` in a folder for a link that leads outside, all the time, in a thread of its own: what checks before it
// opens loses to this within milliseconds.
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** A link that leads inside and outside in turns. */
export const swapLinks = `
const fs = require('node:fs');
const { folder, inside, outside, stop } = require('node:worker_threads').workerData;
while (Atomics.load(stop, 0) === 0) {
  for (const target of [inside, outside]) {
    fs.symlinkSync(target, folder + '/next');
    fs.renameSync(folder + '/next', folder + '/door');
  }
}`;

/** The same with a folder in turns. */
export const swapFolder = `
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

/** Until the test is over. */
export async function startSwapping(
  code: string,
  data: { folder: string; inside: string; outside: string },
): Promise<void> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(code, { eval: true, workerData: { ...data, stop } });
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  onTestFinished(async () => {
    Atomics.store(stop, 0, 1);
    await ended;
  });
  await new Promise((resolve) => worker.once('online', resolve));
}
