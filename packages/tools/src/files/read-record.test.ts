import { appendFile, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../test/workbench.ts';
import { createReadRecord } from './read-record.ts';

const sessionId = 'one session';
const changed = {
  output: '"a.txt" was changed since you last read it; nothing was changed now. Read it again first.',
  isError: true,
};
const edit = { path: 'a.txt', oldText: 'two', newText: '2' };
const write = { path: 'a.txt', content: 'new\n' };

async function createRead() {
  const bench = await createWorkbench();
  await bench.write('a.txt', 'one\ntwo\n');
  await bench.run('read_file', { path: 'a.txt', limit: 1 }, { sessionId });
  return bench;
}

describe('a file that was changed since the model read it', () => {
  it.each([
    ['edit_file', edit],
    ['write_file', write],
  ])('is not changed by %s until it is read again', async (name, args) => {
    const bench = await createRead();
    await appendFile(bench.path('a.txt'), 'three\n');
    expect(await bench.run(name, args, { sessionId })).toEqual(changed);
    expect(await readFile(bench.path('a.txt'), 'utf8')).toBe('one\ntwo\nthree\n');
    await bench.run('read_file', { path: './a.txt' }, { sessionId });
    expect((await bench.run(name, args, { sessionId })).isError).toBeUndefined();
  });

  it('is known by another path to it as well', async () => {
    const bench = await createRead();
    await bench.run('bash', { command: 'ln -s a.txt link && echo three >> a.txt' });
    expect(await bench.run('edit_file', { ...edit, path: 'link' }, { sessionId })).toMatchObject({
      isError: true,
      output: expect.stringContaining('"link" was changed since you last read it'),
    });
  });

  it('holds for the session that read it, and for no other', async () => {
    const bench = await createRead();
    await appendFile(bench.path('a.txt'), 'three\n');
    expect((await bench.run('edit_file', edit, { sessionId: 'another' })).isError).toBeUndefined();
  });
});

it('lets the model go on from its own changes', async () => {
  const bench = await createRead();
  for (const [name, args] of [
    ['edit_file', edit],
    ['edit_file', { ...edit, oldText: '2', newText: 'two' }],
    ['write_file', write],
    ['write_file', { path: 'b.txt', content: 'x' }],
    ['edit_file', { path: 'b.txt', oldText: 'x', newText: 'y' }],
    ['edit_file', { path: 'a.txt', oldText: 'new', newText: 'old' }],
  ] as const)
    expect((await bench.run(name, args, { sessionId })).isError, name).toBeUndefined();
  await appendFile(bench.path('b.txt'), 'z');
  expect((await bench.run('write_file', { path: 'b.txt', content: 'x' }, { sessionId })).isError).toBe(true);
});

it('lets a file that was never read be changed', async () => {
  const bench = await createWorkbench();
  await bench.write('a.txt', 'one\ntwo\n');
  expect((await bench.run('edit_file', edit, { sessionId })).isError).toBeUndefined();
});

it('forgets the oldest and then allows', () => {
  const record = createReadRecord(2, 2);
  const [before, after] = [Buffer.from('a'), Buffer.from('b')];
  const isHeld = (session: string, place: string) => {
    try {
      record.check(session, place, after, 'x');
      return false;
    } catch {
      return true;
    }
  };
  for (const place of ['1', '2', '3']) record.remember('a', place, before);
  expect(['1', '2', '3'].map((place) => isHeld('a', place))).toEqual([false, true, true]);
  record.remember('b', '1', before);
  record.remember('a', '2', before);
  record.remember('c', '1', before);
  expect([isHeld('a', '2'), isHeld('b', '1'), isHeld('c', '1')]).toEqual([true, false, true]);
});
