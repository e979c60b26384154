// `npm run dev`: the server, restarted when its sources change, and the page with reload. Both end together.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { serverEntry } from './run-server.mjs';
import { pinnedEnv, pinnedNode, requireNode, root } from './workspace.mjs';

requireNode();
if (!(await ensureInstalled())) process.exit(1);

/** How long both may take to end by themselves. */
const killAfterMs = 5000;
const web = join(root, 'apps', 'web');
// The page's development server passes on to the address that its configuration names.
const page = { host: '127.0.0.1', port: '5173' };
const serverSettings = {
  HOST: '127.0.0.1',
  PORT: '8787',
  DEV_ORIGIN: `http://${page.host}:${page.port}`,
  SHUTDOWN_GRACE_MS: '1000',
};
const vite = ['--host', page.host, '--port', page.port, '--strictPort', '--clearScreen', 'false'];
const children = [
  start(pinnedNode, ['--watch', '--watch-preserve-output', serverEntry], root, serverSettings),
  start(join(web, 'node_modules', '.bin', 'vite'), vite, web),
];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop('SIGTERM'));
process.on('exit', () => stop('SIGKILL'));

function start(program, args, cwd, settings = {}) {
  // In groups of their own: each is ended as a whole, with whatever it started, and only from here.
  const child = spawn(program, args, {
    cwd,
    env: pinnedEnv(settings),
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  child.on('error', (error) => console.error(`${program} could not be started: ${error.message}`));
  child.on('close', (code) => {
    if (!stopping) process.exitCode = code ?? 1;
    stop('SIGTERM');
  });
  return child;
}

function stop(signal) {
  if (stopping && signal !== 'SIGKILL') return;
  if (!stopping) setTimeout(() => stop('SIGKILL'), killAfterMs).unref();
  stopping = true;
  for (const child of children) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}
