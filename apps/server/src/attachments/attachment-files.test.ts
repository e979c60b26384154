import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAttachmentFolder } from './attachment-files.ts';

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-attachments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const used = new Set<string>();
  const files = createAttachmentFolder(folder, async (hashes) => hashes.filter((each) => !used.has(each)));
  const names = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  return { folder, used, files, names };
}

const never = new AbortController().signal;

test('the same bytes are kept once, and read back', async () => {
  const { files, names } = await setUp();
  const sha256 = await files.keep(Buffer.from('a note'));
  expect(await files.keep(Buffer.from('a note'))).toBe(sha256);
  expect(await names()).toEqual([sha256]);
  expect(String(await files.read(sha256))).toBe('a note');
  await expect(files.read('0'.repeat(64))).rejects.toMatchObject({ code: 'not_found' });
});

test('a file that came again while its last owner went is not removed', async () => {
  const { files, used, names } = await setUp();
  const sha256 = await files.keep(Buffer.from('a note'));
  const stored = Promise.withResolvers<void>();
  const uploaded = files.whileKept(async () => {
    await files.keep(Buffer.from('a note'));
    await stored.promise;
    used.add(sha256);
  });
  const removed = files.remove([sha256]);
  stored.resolve();
  await Promise.all([uploaded, removed]);
  expect(await names()).toEqual([sha256]);
  used.clear();
  await files.remove([sha256]);
  expect(await names()).toEqual([]);
});

test('what nobody has goes, and what was not written to its end; nothing else does', async () => {
  const { files, folder, used, names } = await setUp();
  await files.sweep(never);
  const [kept, left] = [await files.keep(Buffer.from('kept')), await files.keep(Buffer.from('left'))];
  used.add(kept);
  await mkdir(join(folder, 'ab'), { recursive: true });
  await writeFile(join(folder, 'ab', `${'ab'.repeat(32)}.${crypto.randomUUID()}`), 'half');
  await writeFile(join(folder, 'ab', 'notes.txt'), 'somebody else');
  await files.sweep(AbortSignal.abort());
  expect(await names()).toContain(left);
  await files.sweep(never);
  expect(await names()).toEqual([kept, 'notes.txt'].sort());
});
