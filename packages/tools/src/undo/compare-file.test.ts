import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type StoredFileChange, unkeptContent } from '@slipstream/agent';
import { expect, it } from 'vitest';
import { canary, createWorkbench } from '../test/workbench.ts';
import { createFileRestorer } from './file-restorer.ts';
import { createFormerContents } from './former-contents.ts';

const sessionId = '00000000-0000-7000-8000-000000000001';

async function createBench(before: string | Uint8Array | null, path = 'a.txt') {
  const bench = await createWorkbench();
  const contents = createFormerContents({ folder: join(bench.outside, 'undo') });
  const files = createFileRestorer({ contents, hidden: [bench.path('data')] });
  const change: StoredFileChange = {
    ...{ id: 'c', sessionId, turnId: 't', callId: 'c1', path, after: '', at: '', undoneAt: null },
    before: before === null ? null : await contents.keep(sessionId, Buffer.from(before)),
  };
  return {
    ...bench,
    change,
    compare: (changes: Partial<StoredFileChange> = {}) =>
      files.compare(bench.folder, { ...change, ...changes }),
  };
}

it('shows what has become of a file, and of one that was made', async () => {
  const edited = await createBench('one\ntwo\n');
  await edited.write('a.txt', 'one\nthree\n');
  expect(await edited.compare()).toEqual({
    state: 'changed',
    diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three',
  });
  const made = await createBench(null);
  await made.write('a.txt', 'new\n');
  expect((await made.compare()).diff).toBe('--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+new');
});

it('says why there is no difference to show', async () => {
  const bench = await createBench('one\n');
  expect(await bench.compare()).toEqual({ state: 'gone', diff: null });
  await bench.write('a.txt/b', 'a folder now');
  expect((await bench.compare()).state).toBe('gone');
  await rm(bench.path('a.txt'), { recursive: true });
  await bench.write('a.txt', 'one\n');
  expect((await bench.compare()).state).toBe('same');
  await bench.write('a.txt', 'two\n');
  expect((await bench.compare({ before: unkeptContent })).state).toBe('lost');
  await bench.write('a.txt', Buffer.from([0, 1, 2, 0, 9]));
  expect((await bench.compare()).state).toBe('binary');
  await bench.write('a.txt', 'x'.repeat(3_000_000));
  expect((await bench.compare()).state).toBe('too_large');
  const all = await createBench(Array.from({ length: 9000 }, (_, n) => `a${n}`).join('\n'));
  await all.write('a.txt', Array.from({ length: 9000 }, (_, n) => `b${n}`).join('\n'));
  expect((await all.compare()).state).toBe('rewritten');
});

it('tells nothing of what is closed, or leads outside by now', async () => {
  const bench = await createBench('KEY=1', '.env');
  await bench.write('.env', 'KEY=2');
  await bench.write('data/a.txt', canary);
  await symlink(join(bench.outside, 'secret.txt'), bench.path('a.txt'));
  await symlink(bench.path('.env'), bench.path('b.txt'));
  for (const path of ['.env', 'b.txt', 'a.txt', 'data/a.txt', '../workspace-2/secret.txt'])
    await expect(bench.compare({ path })).rejects.toMatchObject({ code: 'forbidden' });
});
