import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createContextSource } from '../context/create-context-source.ts';
import { canary, createWorkbench } from '../test/workbench.ts';
import { searchMemory, toTerms } from './search-memory.ts';

const day = 24 * 60 * 60 * 1000;
const today = Date.UTC(2026, 10, 30, 12);

async function makeMemory() {
  const journal: { path: string; former: string }[] = [];
  const bench = await createWorkbench({
    clock: { now: () => today, after: () => () => undefined },
    journal: {
      async begin({ path, former }) {
        journal.push({ path, former: typeof former === 'string' ? former : Buffer.from(former).toString() });
        return async () => undefined;
      },
    },
  });
  const memory = (args: Record<string, unknown>) => bench.run('memory', args);
  const read = (path: string) => readFile(bench.path(path), 'utf8');
  return { ...bench, memory, read, journal };
}

test('entries are added once, replaced, removed and found; every change is written down to be undone', async () => {
  const { memory, read, journal } = await makeMemory();
  expect(await memory({ action: 'add', text: 'Ada likes\n tea.' })).toEqual({
    output: 'Added to MEMORY.md: Ada likes tea.',
  });
  expect((await memory({ action: 'add', text: 'ada likes tea' })).output).toContain('already');
  await memory({ action: 'add', text: 'The build needs Node 24' });
  expect(await memory({ action: 'replace', text: 'likes tea', with: 'Ada likes coffee.' })).toEqual({
    output: 'Replaced in MEMORY.md: Ada likes tea.\nby: Ada likes coffee.',
  });
  expect(await read('MEMORY.md')).toBe('- Ada likes coffee.\n- The build needs Node 24\n');
  expect((await memory({ action: 'search', text: 'what does the build need?' })).output).toBe(
    'MEMORY.md: The build needs Node 24',
  );
  expect((await memory({ action: 'remove', text: 'build' })).output).toBe(
    'Removed from MEMORY.md: The build needs Node 24',
  );
  expect(await read('MEMORY.md')).toBe('- Ada likes coffee.\n');
  expect(journal.map(({ path, former }) => [path, former.split('\n').length])).toEqual([
    ['MEMORY.md', 1],
    ['MEMORY.md', 2],
    ['MEMORY.md', 3],
    ['MEMORY.md', 3],
  ]);
});

test('the day’s log is a file of its own', async () => {
  const { memory, read } = await makeMemory();
  await memory({ action: 'add', text: 'Looked at the parser.', where: 'today' });
  expect(await read('memory/2026-11-30.md')).toBe('- Looked at the parser.\n');
});

test('what people wrote around the entries stays', async () => {
  const { memory, read, write } = await makeMemory();
  await write('MEMORY.md', '# Mine\n\nA line.\n* one\n- two');
  await memory({ action: 'add', text: 'three' });
  await memory({ action: 'remove', text: 'one' });
  expect(await read('MEMORY.md')).toBe('# Mine\n\nA line.\n- two\n- three\n');
});

test('words that mean no entry, or several, change nothing', async () => {
  const { memory, write, journal } = await makeMemory();
  await write('MEMORY.md', '- tea in the morning\n- tea at night\n');
  expect(await memory({ action: 'remove', text: 'coffee' })).toMatchObject({ isError: true });
  expect(await memory({ action: 'remove', text: 'tea' })).toEqual({
    isError: true,
    output: '2 entries of MEMORY.md have these words; name one:\ntea in the morning\ntea at night',
  });
  expect(await memory({ action: 'replace', text: 'tea at night' })).toMatchObject({ isError: true });
  expect(journal).toEqual([]);
});

test('a full memory takes nothing more until something goes', async () => {
  const { memory, write } = await makeMemory();
  await write('MEMORY.md', `- first\n${`- ${'x'.repeat(500)}\n`.repeat(32)}`);
  expect((await memory({ action: 'add', text: 'y'.repeat(900) })).output).toMatch(/^MEMORY\.md is full/);
  expect((await memory({ action: 'remove', text: 'first' })).isError).toBeUndefined();
});

test('a link that leads out is not written through', async () => {
  const { memory, path, outside } = await makeMemory();
  await symlink(join(outside, 'secret.txt'), path('MEMORY.md'));
  const { output, isError } = await memory({ action: 'add', text: 'x' });
  expect([isError, output.includes(canary)]).toEqual([true, false]);
  expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe(canary);
});

test('rare words count more than common ones, and Chinese is found by pairs', () => {
  const entries = ['the server runs on port 8787', 'the server is slow', '用户住在成都', '用户喜欢茶'].map(
    (text) => ({
      path: 'MEMORY.md',
      text,
    }),
  );
  const found = (query: string) => searchMemory(entries, query, 2).map(({ text }) => text);
  expect(found('which port does the server use?')).toEqual([
    'the server runs on port 8787',
    'the server is slow',
  ]);
  expect(found('他住在哪个城市？在成都吗')).toEqual(['用户住在成都']);
  expect(found('weather')).toEqual([]);
  expect([...toTerms('The 成都 茶')]).toEqual(['成都', '茶']);
});

test('prompts have long-term memory and the last two days; of older days what fits the message', async () => {
  const { folder, path } = await makeMemory();
  await mkdir(path('memory'));
  await writeFile(path('MEMORY.md'), '- long\n');
  for (const [ago, text] of [
    [0, 'today'],
    [1, 'yesterday'],
    [2, 'the harbour tour was booked'],
    [40, 'the parser was rewritten'],
  ] as const)
    await writeFile(
      path(`memory/${new Date(today - ago * day).toISOString().slice(0, 10)}.md`),
      `- ${text}\n`,
    );
  const source = createContextSource({ hidden: [] });
  const request = { workspace: folder, date: '2026-11-30', folders: [], planPath: 'plans/1.md' };
  const { memory } = await source.read(request);
  expect(memory.map((file) => [file.path, file.text])).toEqual([
    ['MEMORY.md', '- long\n'],
    ['memory/2026-11-29.md', '- yesterday\n'],
    ['memory/2026-11-30.md', '- today\n'],
  ]);
  expect(await source.recall(folder, '2026-11-30', 'When is the harbour tour?')).toEqual([
    { path: 'memory/2026-11-28.md', text: 'the harbour tour was booked' },
  ]);
  expect(await source.recall(folder, '2026-11-30', 'long today yesterday')).toEqual([]);
});
