// Starts the real server as a child process, with folders of its own and an environment without anything of the
// person who runs the tests. It can be killed and started again on the same port and data.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The server as people run it, in one file, where the tests are run by `npm test`; else its sources. */
const entry =
  process.env['SERVER_ENTRY'] ?? fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
/** What one server has compiled, the next one need not: they take a fifth less time to start. */
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/slipstream-e2e', import.meta.url));
/** Ends the server also when the test runner is killed. */
const exitWithParent = new URL('../../../scripts/exit-with-parent.mjs', import.meta.url).href;

export type ServerOptions = { env?: Record<string, string> };

export type TestServer = {
  /** Like `http://127.0.0.1:41234`, the same after a restart. */
  readonly url: string;
  readonly dataDir: string;
  readonly workspaceDir: string;
  /** Everything that all its processes have written so far. */
  logs(): string;
  /** Sends the signal and resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts it again after `kill`; resolves when it serves. */
  start(): Promise<void>;
  /** Ends it and removes its folders. */
  close(): Promise<void>;
};

/** Resolves when the server has printed its address. Rejects with its output when it ends before that. */
export async function startServer({ env = {} }: ServerOptions = {}): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-e2e-'));
  const dataDir = join(folder, 'data');
  const workspaceDir = join(folder, 'workspace');
  const log: string[] = [];
  let port = '0';
  let url = '';
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['--import', exitWithParent, entry], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: compiled,
        HOME: folder,
        PORT: port,
        DATA_DIR: dataDir,
        WORKSPACE_DIR: workspaceDir,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = started;
    started.stderr?.on('data', (chunk) => log.push(String(chunk)));
    url = await printedUrl(started, log);
    port = new URL(url).port;
  }

  async function kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await ended;
  }

  async function close(): Promise<void> {
    await kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }

  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    get url() {
      return url;
    },
    dataDir,
    workspaceDir,
    logs: () => log.join(''),
    kill,
    start,
    close,
  };
}

function printedUrl(child: ChildProcess, log: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('The server has no output.'));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      log.push(`${line}\n`);
      const found = /https?:\/\/[^\s"]+/.exec(line);
      if (found) resolve(found[0].replace(/\/$/, ''));
    });
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The server ended with code ${code} before it served:\n${log.join('')}`)),
    );
  });
}
