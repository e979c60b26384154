// A real pipe for both outputs of a command. What Node makes by itself are sockets, which cannot be opened by name, so
// that `> /dev/stderr` and `tee /dev/stdout` would fail; and two of them lose the order between the outputs.
import { spawn } from 'node:child_process';
import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';

/**
 * `writer` is a descriptor for the child: `closeWriter` once the child has it, or `reader` never ends. `device` and
 * `inode` name the pipe in other processes. The caller destroys the reader.
 */
export type OutputPipe = {
  reader: Socket;
  writer: number;
  closeWriter(): void;
  device: bigint;
  inode: bigint;
};

export async function openOutputPipe(): Promise<OutputPipe> {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-'));
  try {
    const path = join(folder, 'output');
    await makeFifo(path);
    // The reading end first and without blocking: the two ends of a FIFO otherwise wait for each other.
    const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    const { dev, ino } = fstatSync(writer, { bigint: true });
    const reader = new Socket({ fd: reading, readable: true, writable: false });
    return { reader, writer, closeWriter: () => closeSync(writer), device: dev, inode: ino };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function makeFifo(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) =>
      reject(new AppError('internal', 'No pipe for the output could be made (mkfifo).', { cause }));
    const child = spawn('mkfifo', ['-m', '600', path], { stdio: 'ignore' });
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? resolve() : fail()));
  });
}
