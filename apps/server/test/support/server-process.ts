// The server as a process of its own, started as a person starts it: environment in, one line on stdout, a code out.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deferred } from '@slipstream/testkit';
import { atEnd } from './real-server.ts';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export type ServerProcess = {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The URL of the ready line; rejects when the process ends before it. */
  ready: Promise<string>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Ended with the test, if it has not ended by then. */
export function startProcess(env: Record<string, string>, cwd: string): ServerProcess {
  const child = spawn(process.execPath, [entry], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ready = deferred<string>();
  const exited = deferred<{ code: number | null; signal: NodeJS.Signals | null }>();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    stdout += chunk;
    const url = /^Slipstream is ready: (\S+)\n$/m.exec(stdout)?.[1];
    if (url) ready.resolve(url);
  });
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    stderr += chunk;
  });
  child.on('close', (code, signal) => {
    ready.reject(new Error(`The server ended with ${code ?? signal}: ${stderr}`));
    exited.resolve({ code, signal });
  });
  ready.promise.catch(() => {});
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited.promise;
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ready: ready.promise, exited: exited.promise };
}
