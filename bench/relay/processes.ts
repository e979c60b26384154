// Starts the processes of a benchmark and asks the system what they use. Linux only: it reads /proc.
import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { compileCache, serverEntry, serverNodeFlags } from '../../scripts/run-server.mjs';
import { freshServerBundle } from '../../scripts/server-bundle.mjs';
import { root } from '../../scripts/workspace.mjs';

export type Service = { name: string; pid: number; url: string; stop(): Promise<void> };

/** A file of this folder that sends its port when it listens. */
export async function forkService(
  name: string,
  file: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const child = fork(new URL(file, import.meta.url), { stdio: 'inherit', env: { ...process.env, ...env } });
  const [port] = (await once(child, 'message')) as [number];
  return { name, pid: child.pid ?? 0, url: `http://127.0.0.1:${port}`, stop: () => end(child) };
}

/** The real server, as `npm run serve` starts it, on folders of its own. */
export async function startServer(env: Record<string, string>): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const main = freshServerBundle() ?? join(root, serverEntry);
  const child = spawn(process.execPath, [...serverNodeFlags, main], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...compileCache, ...env },
  });
  return toService(child, folder);
}

/** The same with what is around it: npm, and the script that looks whether what is built is fresh. */
export async function startByNpm(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const child = spawn('npm', ['run', 'serve'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), WORKSPACE_DIR: join(folder, 'work') },
  });
  return toService(child, folder);
}

async function toService(child: ChildProcessByStdio<null, Readable, null>, folder: string): Promise<Service> {
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /ready: (\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The server did not start: ${said}`)));
  });
  return {
    name: 'slipstream',
    pid: child.pid ?? 0,
    url,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill();
  await gone;
}

/** Seconds of processor time of the process so far. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
