// The real server is put together once, and started as a process of its own.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areUnchanged, bundler, looksOf } from './server-bundle.mjs';
import { pinnedNode, root, run } from './workspace.mjs';

let folder = '';
let built;
let server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slipstream-bundle-'));
  built = await run(pinnedNode, [bundler, join(folder, 'server')], { quiet: true });
}, 60_000);

afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

describe('the bundle of the server', () => {
  it('names the sources that are in it, and nothing that was installed', () => {
    expect(built.code, built.output).toBe(0);
    const sources = JSON.parse(built.output.trim().split('\n').at(-1));
    expect(sources).toEqual(
      expect.arrayContaining(['apps/server/src/main.ts', 'packages/agent/src/run-turn.ts']),
    );
    expect(sources.filter((file) => file.includes('node_modules') || !existsSync(join(root, file)))).toEqual(
      [],
    );
  });

  it('finds beside the sources what stays there: threads, manifests, what own tools import', () => {
    const places = readdirSync(join(folder, 'server')).flatMap((name) => {
      const code = readFileSync(join(folder, 'server', name), 'utf8');
      const base = pathToFileURL(join(folder, 'server', name));
      const own = [...code.matchAll(/new URL\("([^"]+)", import\.meta\.url\)\.href/g)].map(
        ([, path = '']) => path,
      );
      const beside = [
        ...code.matchAll(/new URL\("([^"]+)", new URL\("([^"]+)", import\.meta\.url\)\.href\)/g),
      ];
      return [
        ...own.map((path) => new URL(path, base)),
        ...beside.map(([, path = '', source = '']) => new URL(path, new URL(source, base))),
      ].map((url) => relative(root, fileURLToPath(url)));
    });
    expect(places).toEqual(
      expect.arrayContaining([
        'packages/models/src/tokens/token-worker.ts',
        'packages/tools/src/web/page-worker.ts',
        'packages/tools/src/own/slipstream.ts',
        'apps/server/src/attachments/extract-worker.ts',
        'apps/server/package.json',
        'apps/web/dist',
      ]),
    );
    const missing = places.filter((path) => path !== 'apps/web/dist' && !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it('serves and stores', async () => {
    server = spawn(pinnedNode, [join(folder, 'server', 'main.mjs')], {
      cwd: folder,
      env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
    const url = /ready: (\S+)/.exec((await lines.next()).value ?? '')?.[1];
    const made = await fetch(`${url}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'kept' }),
    });
    expect(made.status).toBe(201);
    /** @type {any} */
    const { sessions } = await (await fetch(`${url}/api/sessions`)).json();
    expect(sessions.map(({ title }) => title)).toEqual(['kept']);
  }, 30_000);
});

describe('what a bundle was made of', () => {
  it('is looked at again: what has another size or time, or is gone, is a change', () => {
    const file = join(folder, 'source.ts');
    writeFileSync(file, 'a');
    utimesSync(file, 1, 1);
    const looks = looksOf([relative(root, file)]);
    expect(areUnchanged(looks)).toBe(true);
    utimesSync(file, 2, 2);
    expect(areUnchanged(looks)).toBe(false);
    utimesSync(file, 1, 1);
    writeFileSync(file, 'ab');
    utimesSync(file, 1, 1);
    expect(areUnchanged(looks)).toBe(false);
    rmSync(file);
    expect(areUnchanged(looks)).toBe(false);
  });
});
