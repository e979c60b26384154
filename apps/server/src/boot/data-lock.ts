// Keeps a second server off a data folder that is in use: it would take the turns of the first for the remains of a
// crash and end them. The lock is a socket that this process listens on, so it ends with the process however that
// ends, and what a killed one left behind is told from a live one by asking.
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';

/** What the path of a socket may have, with room to spare, on all systems. */
const maxSocketPath = 100;

export type DataLock = { release(): Promise<void> };

/** Rejects with `invalid_config` while another server holds the folder. Where sockets cannot be made, warns only. */
export async function lockDataFolder(dataDir: string, log: Log): Promise<DataLock> {
  const path = lockPath(dataDir);
  try {
    return await hold(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EADDRINUSE') {
      log.warn({ err: thrown, path }, 'the data folder cannot be locked; never start two servers on it');
      return { release: async () => {} };
    }
  }
  if (await isAlive(path)) throw inUse(dataDir);
  await rm(path, { force: true });
  return hold(path).catch((cause) => {
    throw inUse(dataDir, cause);
  });
}

function lockPath(dataDir: string): string {
  const name = `slipstream-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const path = join(dataDir, 'server.lock');
  return path.length <= maxSocketPath ? path : join(tmpdir(), `${name}.lock`);
}

function hold(path: string): Promise<DataLock> {
  const server: Server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      // It must not keep a process alive that has nothing else to do.
      server.unref();
      resolve({ release: () => new Promise((released) => server.close(() => released())) });
    });
  });
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(codeOf(error) !== 'ECONNREFUSED' && codeOf(error) !== 'ENOENT'));
  });
}

function inUse(dataDir: string, cause?: unknown): AppError {
  return new AppError(
    'invalid_config',
    `Another Slipstream server is running on the data folder ${dataDir}; stop it, or set DATA_DIR to another folder.`,
    { cause },
  );
}

function codeOf(thrown: unknown): string | undefined {
  return (thrown as NodeJS.ErrnoException).code;
}
