// The stand-in for the server is tried with a small server of its own, in real processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './workspace.mjs';

const server = `
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    console.log(signal);
    if (signal === 'SIGTERM') process.exit(7);
  });
const alive = setInterval(() => {}, 1000);
console.log('ready ' + process.pid);
`;

describe('runServer', () => {
  let folder = '';
  let script;
  let lines;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'slipstream-run-'));
    const entry = join(folder, 'server.mjs');
    writeFileSync(entry, server);
    const module = pathToFileURL(join(root, 'scripts', 'run-server.mjs')).href;
    const code = `import { runServer } from ${JSON.stringify(module)};
      process.exit(await runServer(${JSON.stringify(entry)}));`;
    script = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    lines = createInterface({ input: script.stdout })[Symbol.asyncIterator]();
  });

  afterEach(() => {
    script.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const nextLine = async () => (await lines.next()).value;

  it('passes a doubled Ctrl+C on once, and gives the exit code of the server', async () => {
    expect(await nextLine()).toMatch(/^ready /);
    script.kill('SIGINT');
    script.kill('SIGINT');
    expect(await nextLine()).toBe('SIGINT');
    script.kill('SIGTERM');
    expect(await nextLine()).toBe('SIGTERM');
    expect(await once(script, 'exit')).toEqual([7, null]);
  });

  it('does not leave the server behind when it is killed', async () => {
    expect(await nextLine()).toMatch(/^ready /);
    script.kill('SIGKILL');
    expect(await nextLine()).toBe('SIGTERM');
    // The pipe's end: the server was the last to hold it.
    expect(await nextLine()).toBeUndefined();
  });
});
