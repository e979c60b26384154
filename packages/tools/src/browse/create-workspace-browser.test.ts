import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startSwapping, swapFolder, swapLinks } from '../test/start-swapping.ts';
import { canary, createWorkbench, noSandbox, systemClock, ways } from '../test/workbench.ts';
import { closedBy } from './closed-places.ts';
import { createWorkspaceBrowser } from './create-workspace-browser.ts';

const key = 'sk-the-key-of-the-owner';

async function createBench(sandbox = noSandbox) {
  const bench = await createWorkbench();
  const browser = createWorkspaceBrowser({
    clock: systemClock,
    sandbox,
    workspace: bench.folder,
    hidden: [bench.path('data')],
    mask: (text) => text.replaceAll(key, '[secret]'),
  });
  const names = async (path: string) =>
    (await browser.folder(path)).entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name));
  return { ...bench, browser, names };
}

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const refusal = (code: string, reason?: string) =>
  expect.objectContaining({ code, ...(reason ? { details: { reason } } : {}) });

describe.each(ways)('what is in a folder, %s', (_, sandbox) => {
  it('is told folder by folder, and nothing that is ignored, hidden, linked to or outside', async () => {
    const bench = await createBench(sandbox);
    for (const path of [
      ...[
        'src/b10.ts',
        'src/b9.ts',
        'src/deep/er/c.ts',
        'src/own.log',
        'zoo.txt',
        'Alpha.md',
        '.github/ci.yml',
      ],
      ...['node_modules/x/a.ts', '.git/config', 'data/a.db', 'out/made.txt', 'src/.gitignore', 'src/skip.me'],
    ])
      await bench.write(path, 'x');
    await bench.write('.gitignore', 'out/\n*.log\n');
    await bench.write('src/.gitignore', 'skip.me\n');
    await symlink(bench.outside, bench.path('door'));
    await symlink(bench.path('zoo.txt'), bench.path('src/zoo-link.txt'));
    expect(await bench.names('.')).toEqual(['.github/', 'src/', '.gitignore', 'Alpha.md', 'zoo.txt']);
    expect(await bench.names('src')).toEqual(['deep/', '.gitignore', 'b9.ts', 'b10.ts']);
    expect(await bench.names('src/deep/')).toEqual(['er/']);
    expect(await bench.names('out')).toEqual([]);
    const { path, entries, more } = await bench.browser.folder('src/../src/deep/er');
    expect([path, more]).toEqual(['src/deep/er', false]);
    expect(entries).toEqual([
      { name: 'c.ts', kind: 'file', bytes: 1, changedAt: expect.stringMatching(/^\d{4}-.+Z$/) },
    ]);
  });

  it('is as it is now, and told to all who ask at once', async () => {
    const bench = await createBench(sandbox);
    expect(await bench.names('.')).toEqual([]);
    for (let n = 0; n < 3; n += 1) {
      await bench.write(`src/${n}.ts`, 'x');
      const asked = await Promise.all([bench.names('.'), bench.names('src'), bench.names('src')]);
      expect(asked).toEqual([
        ['src/'],
        ...Array(2).fill([...Array(n + 1).keys()].map((each) => `${each}.ts`)),
      ]);
    }
    await rm(bench.path('src/1.ts'));
    expect(await bench.names('src')).toEqual(['0.ts', '2.ts']);
  });

  it.each([
    ['../workspace-2', 'forbidden'],
    ['/etc', 'forbidden'],
    ['door', 'forbidden'],
    ['data', 'forbidden'],
    ['.git', 'forbidden'],
    ['.git/hooks', 'forbidden'],
    ['.ssh', 'forbidden'],
    ['none', 'not_found'],
    ['zoo.txt', 'invalid_request'],
    ['a\0b', 'invalid_request'],
  ])('is refused for %j', async (path, code) => {
    const bench = await createBench(sandbox);
    for (const file of ['zoo.txt', 'data/a.db', '.git/hooks/x', '.ssh/config']) await bench.write(file, 'x');
    await symlink(bench.outside, bench.path('door'));
    await expect(bench.browser.folder(path)).rejects.toEqual(refusal(code));
  });
});

it('a folder with very many files tells the first of them, and that there are others', async () => {
  const bench = await createBench();
  await mkdir(bench.path('many'));
  for (let n = 0; n < 1100; n += 1) await writeFile(bench.path(`many/${n}.txt`), '');
  const { entries, more } = await bench.browser.folder('many');
  expect([entries.length, more, entries.at(-1)?.name]).toEqual([1000, true, '999.txt']);
});

it('names that cannot be written in one line are left out', async () => {
  const bench = await createBench();
  for (const name of ['fine 文件.md', '--version', 'back\u202ewards', 'line\nbreak'])
    await writeFile(join(bench.folder, name), '');
  expect(await bench.names('.')).toEqual(['--version', 'fine 文件.md']);
});

describe('what is in a file', () => {
  it('is its text, without what must not be seen', async () => {
    const { browser, write } = await createBench();
    await write('a.txt', `one\nkey ${key}\n`);
    expect(await browser.content('a.txt')).toEqual({
      path: 'a.txt',
      bytes: 4 + 5 + key.length,
      changedAt: expect.any(String),
      kind: 'text',
      text: 'one\nkey [secret]\n',
      truncated: false,
    });
    await write('empty', '');
    expect(await browser.content('empty')).toMatchObject({ kind: 'text', text: '', bytes: 0 });
    await write('page.svg', '<svg onload="alert(1)"/>');
    expect(await browser.content('page.svg')).toMatchObject({ kind: 'text' });
  });

  it('is what else it is, by its bytes and not its name', async () => {
    const { browser, write } = await createBench();
    await write('a.txt', png);
    await write('b.png', Buffer.from([0, 1, 2, 0, 255, 0, 0, 9]));
    expect(await browser.content('a.txt')).toMatchObject({
      kind: 'image',
      mediaType: 'image/png',
      bytes: 16,
    });
    expect(await browser.content('b.png')).toMatchObject({ kind: 'binary', bytes: 8 });
  });

  it('is only its beginning where it is long, in whole lines and whole characters', async () => {
    const { browser, path, write } = await createBench();
    await write('long.txt', '汉字\n'.repeat(60_000));
    const cut = await browser.content('long.txt');
    if (cut.kind !== 'text') throw new Error('It is text.');
    expect([cut.truncated, cut.bytes, cut.text.length]).toEqual([true, 420_000, 37_449 * 3]);
    expect(cut.text.replaceAll('汉字\n', '')).toBe('');
    await write('line.txt', `a${'字'.repeat(100_000)}`);
    const line = await browser.content('line.txt');
    expect(line.kind === 'text' && line.text).toBe(`a${'字'.repeat(87_381)}`);
    await write('old.txt', Buffer.concat([Buffer.from('GB'), Buffer.from('bababad7', 'hex')]));
    await appendFile(path('old.txt'), Buffer.from('bababad7'.repeat(70_000), 'hex'));
    const old = await browser.content('old.txt');
    expect(old.kind === 'text' && old.text.startsWith('GB汉')).toBe(true);
    // Ten times what there is memory for: nothing of it but the beginning is read.
    await truncate(path('long.txt'), 64 * 1024 ** 3);
    expect(await browser.content('long.txt')).toMatchObject({ truncated: true, bytes: 64 * 1024 ** 3 });
  });

  it.each([
    ['../workspace-2/secret.txt', 'forbidden', undefined],
    ['/etc/passwd', 'forbidden', undefined],
    ['door/secret.txt', 'forbidden', undefined],
    ['link.txt', 'forbidden', undefined],
    ['data/a.db', 'forbidden', undefined],
    ['.git/config', 'forbidden', 'git'],
    ['.GIT/config', 'forbidden', 'git'],
    ['.env', 'forbidden', 'secret'],
    ['src/../.env', 'forbidden', 'secret'],
    ['harmless.txt', 'forbidden', 'secret'],
    ['src', 'invalid_request', undefined],
    ['pipe', 'invalid_request', undefined],
    ['a\0b', 'invalid_request', undefined],
    ['none.txt', 'not_found', undefined],
  ])('is refused for %j, also as bytes', async (path, code, reason) => {
    const bench = await createBench();
    for (const file of ['.git/config', '.GIT/config', '.env', 'data/a.db', 'src/a.ts'])
      await bench.write(file, canary);
    await symlink(bench.outside, bench.path('door'));
    await symlink(join(bench.outside, 'secret.txt'), bench.path('link.txt'));
    await symlink(bench.path('.env'), bench.path('harmless.txt'));
    execFileSync('mkfifo', [bench.path('pipe')]);
    await expect(bench.browser.content(path)).rejects.toEqual(refusal(code, reason));
    await expect(bench.browser.bytes(path)).rejects.toEqual(refusal(code, reason));
  });

  it('comes as bytes, whole, with the type of an image alone', async () => {
    const { browser, write } = await createBench();
    const all = Buffer.concat([png, Buffer.alloc(300_000, 7)]);
    await write('docs/a.png', all);
    const image = await browser.bytes('docs/a.png');
    expect([image.name, image.mediaType]).toEqual(['a.png', 'image/png']);
    expect((await buffer(image.stream)).equals(all)).toBe(true);
    await write('a.html', '<script>');
    const page = await browser.bytes('a.html');
    expect([page.mediaType, (await buffer(page.stream)).toString()]).toEqual([null, '<script>']);
    await write('empty', '');
    expect((await buffer((await browser.bytes('empty')).stream)).length).toBe(0);
  });
});

it.each([
  ['links', swapLinks],
  ['a folder and a link', swapFolder],
])(
  'a folder that is swapped for a link all the time never leads outside (%s)',
  async (kind, code) => {
    const bench = await createBench();
    await bench.write('inside/secret.txt', 'fine');
    if (kind === 'links') await symlink(bench.path('inside'), bench.path('door'));
    else await bench.write('door/secret.txt', 'fine');
    await startSwapping(code, { folder: bench.folder, inside: bench.path('inside'), outside: bench.outside });
    for (let round = 0; round < 40; round += 1) {
      const content = await bench.browser.content('door/secret.txt').catch(() => null);
      if (content) expect(content).toMatchObject({ kind: 'text', text: 'fine' });
      const bytes = await bench.browser.bytes('door/secret.txt').catch(() => null);
      if (bytes) expect((await buffer(bytes.stream)).toString()).toBe('fine');
      const folder = await bench.browser.folder('door').catch(() => null);
      for (const { bytes: size } of folder?.entries ?? []) expect(size).toBe('fine'.length);
    }
  },
  60_000,
);

it('says by its name what usually holds keys', () => {
  const secret = [
    ...[
      '.env',
      '.env.local',
      'a/.env.production',
      'prod.env',
      '.ENV',
      '.npmrc',
      'a/id_rsa',
      'tls/server.key',
    ],
    ...['cert.pem', '.aws/credentials', 'x/.ssh/config', 'secrets.yaml', '.git-credentials', 'vault.kdbx'],
  ];
  const plain = [
    '.env.example',
    '.env.sample',
    'env.ts',
    'environment',
    'id_rsa.pub',
    'keys.md',
    '.gitignore',
  ];
  expect(secret.map((path) => closedBy(path))).toEqual(secret.map(() => 'secret'));
  expect(plain.map((path) => closedBy(path))).toEqual(plain.map(() => null));
  expect(['.git', 'a/.git/HEAD', '.github/ci.yml'].map(closedBy)).toEqual(['git', 'git', null]);
});
