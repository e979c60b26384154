// The servers that are published for trying out clients, over both transports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { livingProcesses } from '../test/living-processes.ts';
import { ways } from '../test/workbench.ts';
import { areReady, createMcpBench, nodeProgram, published } from './test/mcp-bench.ts';

const imageLine = /^\[image image\/png, \d+ bytes\]$/m;

test.each(ways)('Three servers work at once over stdio, %s', async (_, sandbox) => {
  const bench = await createMcpBench(
    [
      { name: 'all', ...nodeProgram([published('everything'), 'stdio']) },
      { name: 'files', ...nodeProgram([published('filesystem'), '.']) },
      { name: 'memory', ...nodeProgram([published('memory')], { env: { MEMORY_FILE_PATH: '/dev/null' } }) },
    ],
    { sandbox },
  );
  await bench.until(areReady);
  expect(await bench.call('all__echo', { message: 'hello' })).toEqual({ output: 'Echo: hello' });
  const tiny = await bench.call('all__get-tiny-image');
  expect(tiny.output).toMatch(imageLine);
  expect(tiny.images).toMatchObject([{ mediaType: 'image/png' }]);
  const weather = await bench.call('all__get-structured-content', { location: 'Chicago' });
  expect(weather.output.match(/temperature/g)).toHaveLength(1);
  expect(
    (await bench.call('all__get-resource-reference', { resourceType: 'Text', resourceId: 1 })).output,
  ).toContain('[resource demo://resource/dynamic/text/1]');
  expect((await bench.call('all__get-resource-links', { count: 2 })).output).toContain(
    '[link to resource demo://',
  );
  await writeFile(join(bench.folder, 'note.txt'), 'written by the test');
  const read = await bench.call('files__read_text_file', { path: join(bench.folder, 'note.txt') });
  expect(read).toEqual({ output: 'written by the test' });
  expect(await bench.call('files__read_text_file', { path: '/etc/passwd' })).toMatchObject({ isError: true });
  expect((await bench.call('memory__read_graph')).output).toContain('entities');
  await bench.servers.close();
  expect(livingProcesses(bench.folder)).toEqual([]);
});

test.each(ways)(
  'Over stdio: progress, a call that is stopped, and a server that is killed in a call, %s',
  async (_, sandbox) => {
    const mark = `mark-${process.pid}-${sandbox.kind}`;
    const bench = await createMcpBench(
      [{ name: 'all', ...nodeProgram([published('everything'), 'stdio', mark]) }],
      { sandbox },
    );
    await bench.until(areReady);
    const work = (steps: number, options: Parameters<typeof bench.call>[2]) =>
      bench.call('all__trigger-long-running-operation', { duration: steps / 10, steps }, options);
    const shown: string[] = [];
    const long = await work(3, { progress: (text) => shown.push(text) });
    expect(long.output).toContain('completed');
    expect(shown.join('')).toMatch(/^1\/3\n/);
    const stop = new AbortController();
    const stopped = work(600, { signal: stop.signal, progress: () => stop.abort(new Error('stopped')) });
    await expect(stopped).rejects.toThrow('stopped');
    expect(await bench.call('all__echo', { message: 'still here' })).toEqual({ output: 'Echo: still here' });
    const killed = work(600, { progress: () => void killMarked(mark) });
    expect(await killed).toMatchObject({ isError: true, output: expect.stringContaining('was lost') });
    expect(await bench.call('all__echo', { message: 'again' })).toEqual({ output: 'Echo: again' });
    await bench.servers.close();
    expect(livingProcesses(mark)).toEqual([]);
  },
);

/** The server itself, not what it runs in. */
function killMarked(mark: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [program, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (program === process.execPath && args.includes(mark)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

test('Streamable HTTP: tools, progress and a call that is stopped', async () => {
  const { url } = await startHttp();
  const bench = await createMcpBench([{ name: 'web', kind: 'http', url, headers: { 'x-test': '1' } }]);
  await bench.until(areReady);
  expect(await bench.call('web__echo', { message: 'hello' })).toEqual({ output: 'Echo: hello' });
  const shown: string[] = [];
  const long = await bench.call(
    'web__trigger-long-running-operation',
    { duration: 0.2, steps: 2 },
    { progress: (text) => shown.push(text) },
  );
  expect(long.output).toContain('completed');
  expect(shown[0]).toBe('1/2\n');
  const stop = new AbortController();
  const stopped = bench.call(
    'web__trigger-long-running-operation',
    { duration: 60, steps: 600 },
    { signal: stop.signal, progress: () => stop.abort(new Error('stopped')) },
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect(await bench.call('web__echo', { message: 'again' })).toEqual({ output: 'Echo: again' });
});

test('A server that is lost over HTTP fails the call, is looked for again, and works when it is back', async () => {
  const first = await startHttp();
  const bench = await createMcpBench([{ name: 'web', kind: 'http', url: first.url, headers: {} }], {
    limits: { maxPauseMs: 20 },
  });
  await bench.until(areReady);
  await first.stop();
  const lost = await bench.call('web__echo', { message: 'hello' });
  expect(lost).toMatchObject({ isError: true, output: expect.stringContaining('was lost during the call') });
  await startHttp(first.port);
  await bench.until(areReady);
  expect(await bench.call('web__echo', { message: 'back' })).toEqual({ output: 'Echo: back' });
});

async function startHttp(wanted?: number) {
  const port = wanted ?? (await freePort());
  const child = spawn(process.execPath, [published('everything'), 'streamableHttp'], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(stop);
  for await (const chunk of child.stderr) if (String(chunk).includes('listening')) break;
  return { url: `http://127.0.0.1:${port}/mcp`, port, stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
