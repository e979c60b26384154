// Runs the server on the pinned Node and stands in for it: signals go down once, its exit code comes up, and it does
// not outlive this process.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder, pinnedEnv, pinnedNode, root } from './workspace.mjs';

export const serverEntry = join('apps', 'server', 'src', 'main.ts');

/** A fifth of a start is compiling what was compiled at the last one. */
export const compileCache = { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled') };

/**
 * What is new lies in halves of at most 8 MB, where V8 would let them grow to 16: a server that has been busy holds up to
 * a third less then, at the same processor time (`bench/memory.ts`, `bench/relay.ts`).
 */
export const serverNodeFlags = ['--max-semi-space-size=8'];

/** How close two equal signals are one: on Ctrl+C the terminal and npm both send it. */
const sameSignalMs = 400;

/** Resolves to the exit code when the server has ended. */
export function runServer(entry = serverEntry, args = []) {
  return new Promise((resolve) => {
    const preload = pathToFileURL(join(root, 'scripts', 'exit-with-parent.mjs')).href;
    // In a group of its own, so that the terminal's signal comes through here and is counted once.
    const child = spawn(pinnedNode, [...serverNodeFlags, '--import', preload, entry, ...args], {
      cwd: root,
      env: pinnedEnv(compileCache),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      detached: true,
    });
    const lastSent = new Map();
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals)
      process.on(signal, () => {
        const now = Date.now();
        if (now - (lastSent.get(signal) ?? 0) < sameSignalMs) return;
        lastSent.set(signal, now);
        child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      });
    child.on('error', (error) => {
      console.error(
        `The server could not be started (${error.message}). Delete the folder node_modules and run \`npm start\`.`,
      );
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
