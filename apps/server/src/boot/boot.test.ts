import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@slipstream/protocol';
import { fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen } from './listen.ts';
import { prepareFolders, toSentence } from './prepare-folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipstream-boot-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function sentence(promise: Promise<unknown>): Promise<string> {
  const thrown = await promise.then(
    () => 'It went through.',
    (error: unknown) => error,
  );
  if (!(thrown instanceof AppError)) throw new Error(`No AppError: ${thrown}`);
  expect(thrown.code).toBe('invalid_config');
  expect(thrown.message).not.toContain('\n');
  return thrown.message;
}

test('Missing folders are made, the data folder for its owner only', async () => {
  const folders = { dataDir: join(folder, 'a/b'), workspaceDir: join(folder, 'w') };
  await prepareFolders(folders);
  await prepareFolders(folders);
  expect(statSync(folders.dataDir).mode & 0o077).toBe(0);
  expect(statSync(folders.workspaceDir).isDirectory()).toBe(true);
});

test('A folder that cannot be one is told, with the setting that names it', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await sentence(prepareFolders({ dataDir: file, workspaceDir: folder }))).toBe(
    `The data folder ${file} cannot be used (ENOTDIR); set DATA_DIR to another folder.`,
  );
  expect(await sentence(prepareFolders({ dataDir: folder, workspaceDir: join(file, 'x') }))).toBe(
    `The workspace folder ${file}/x cannot be used (ENOTDIR); set WORKSPACE_DIR to another folder.`,
  );
  expect(await sentence(prepareFolders({ dataDir: '/proc/nothing', workspaceDir: folder }))).toMatch(
    /^The data folder \/proc\/nothing cannot be /,
  );
});

test('A folder that may not be written is told', () => {
  const folder = { name: 'data folder', setting: 'DATA_DIR', path: '/d' };
  for (const code of ['EACCES', 'EPERM', 'EROFS'])
    expect(toSentence(folder, code)).toBe(
      `The data folder /d cannot be written (${code}); set DATA_DIR to another folder.`,
    );
});

test('A port that is taken is told in one sentence', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const app = fastify();
  expect(await sentence(listen(app, { host: '127.0.0.1', port }))).toBe(
    `Port ${port} on 127.0.0.1 is in use by another program; stop that, or set PORT to another number (0 picks a free one).`,
  );
  await app.close();
  await new Promise((resolve) => taken.close(resolve));
});

test('An address that is not here is told in one sentence', async () => {
  const app = fastify();
  expect(await sentence(listen(app, { host: '192.0.2.1', port: 0 }))).toMatch(/no address of this machine/);
  await app.close();
});

test.each([
  ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
  ['localhost', /^http:\/\/localhost:\d+$/],
  ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
])('The URL of %s can be opened', async (host, pattern) => {
  const app = fastify();
  app.get('/', async () => 'here');
  const url = await listen(app, { host, port: 0 });
  expect(url).toMatch(pattern);
  expect(await (await fetch(url)).text()).toBe('here');
  await app.close();
});
