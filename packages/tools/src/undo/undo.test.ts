// The journal, the contents and the restorer together, with the real tools on real folders.
import { readdirSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NewFileChange, type StoredFileChange, unkeptContent } from '@slipstream/agent';
import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../test/workbench.ts';
import { toContentHash } from '../text/content-hash.ts';
import { type ChangeJournal, createChangeJournal } from './change-journal.ts';
import { createFileRestorer } from './file-restorer.ts';
import { createFormerContents } from './former-contents.ts';

const sessionId = '00000000-0000-7000-8000-000000000001';

async function createUndoBench(options: { maxBytes?: number; onRecord?: () => void } = {}) {
  const records: StoredFileChange[] = [];
  let journal: ChangeJournal | undefined;
  const bench = await createWorkbench({
    journal: {
      begin(change) {
        if (!journal) throw new Error('too early');
        return journal.begin(change);
      },
    },
  });
  const folder = join(bench.outside, 'undo');
  const contents = createFormerContents({ folder, ...options });
  journal = createChangeJournal({
    contents,
    changes: {
      async record(change: NewFileChange) {
        options.onRecord?.();
        records.push({ ...change, undoneAt: null });
      },
      async drop(id) {
        records.splice(
          records.findIndex((each) => each.id === id),
          1,
        );
      },
    },
    nextId: () => `change-${records.length + 1}`,
    now: () => '2026-01-01T00:00:00.000Z',
  });
  const files = createFileRestorer({ contents, hidden: [join(bench.folder, 'closed')] });
  const last = () => {
    const change = records.at(-1);
    if (!change) throw new Error('Nothing was recorded.');
    return change;
  };
  return {
    ...bench,
    records,
    contents,
    kept: folder,
    files,
    last,
    restore: (change = last()) => files.restore(bench.folder, change),
    run: (name: string, args: Record<string, unknown>) => bench.run(name, args, { sessionId, callId: 'c1' }),
    text: (name: string) => readFile(bench.path(name), 'utf8'),
  };
}

describe('what a tool changed', () => {
  it('is put back as it was, byte for byte and with its mode', async () => {
    const bench = await createUndoBench();
    const before = Buffer.from([0xff, 0xfe, 0x61, 0, 0x0d, 0, 0x0a, 0]);
    await bench.write('a.txt', before);
    await chmod(bench.path('a.txt'), 0o640);
    expect(await bench.run('edit_file', { path: './a.txt', oldText: 'a', newText: 'b' })).toMatchObject({
      output: expect.stringContaining('Edited'),
    });
    expect(bench.last()).toMatchObject({
      sessionId,
      callId: 'c1',
      path: 'a.txt',
      before: toContentHash(before),
      after: await bench.files.look(bench.folder, 'a.txt'),
    });
    expect(await bench.restore()).toBe(true);
    expect(await readFile(bench.path('a.txt'))).toEqual(before);
    expect((await stat(bench.path('a.txt'))).mode & 0o777).toBe(0o640);
    expect(await bench.restore()).toBe(false);
  });

  it('and had made is removed again, and nothing beside it', async () => {
    const bench = await createUndoBench();
    await bench.write('sub/other.txt', 'mine');
    await bench.run('write_file', { path: 'sub/new.txt', content: 'x' });
    expect(bench.last()).toMatchObject({ path: 'sub/new.txt', before: null });
    expect(await bench.restore()).toBe(true);
    expect(await readdir(bench.path('sub'))).toEqual(['other.txt']);
    expect(await bench.files.look(bench.folder, 'sub/new.txt')).toBeNull();
    expect(await bench.restore()).toBe(false);
  });

  it('is left alone when somebody has changed it since', async () => {
    const bench = await createUndoBench();
    await bench.run('write_file', { path: 'a.txt', content: 'agent' });
    await bench.write('a.txt', 'person');
    expect(await bench.restore()).toBe(false);
    expect(await bench.text('a.txt')).toBe('person');
  });

  it('leads back step by step, also through what is no text', async () => {
    const bench = await createUndoBench();
    await bench.write('a', Buffer.from([0, 1, 2]));
    await bench.run('write_file', { path: 'a', content: 'one' });
    await bench.run('write_file', { path: 'a', content: 'two' });
    const [first, second] = bench.records;
    expect(await bench.restore(first)).toBe(false);
    expect(await bench.restore(second)).toBe(true);
    expect(await bench.text('a')).toBe('one');
    expect(await bench.restore(first)).toBe(true);
    expect([...(await readFile(bench.path('a')))]).toEqual([0, 1, 2]);
  });

  it('to the same content is no change', async () => {
    const bench = await createUndoBench();
    await bench.write('a.txt', 'same');
    await bench.run('write_file', { path: 'a.txt', content: 'same' });
    expect(bench.records).toEqual([]);
  });

  it('that is too large to be kept is written and cannot be undone', async () => {
    const bench = await createUndoBench();
    await bench.write('big', Buffer.alloc(16 * 1024 * 1024 + 1));
    await bench.run('write_file', { path: 'big', content: 'small' });
    expect(bench.last()).toMatchObject({ before: unkeptContent });
    expect(await bench.files.isKept(bench.last())).toBe(false);
    expect(await bench.restore()).toBe(false);
    expect(await bench.text('big')).toBe('small');
  });

  it('is not a change when it failed', async () => {
    const bench = await createUndoBench();
    await bench.write('a.txt', 'one');
    expect(await bench.run('edit_file', { path: 'a.txt', oldText: 'none', newText: 'x' })).toMatchObject({
      isError: true,
    });
    expect(bench.records).toEqual([]);
  });

  it('was written down, with its former content, before the file changed', async () => {
    const seen: string[] = [];
    const bench = await createUndoBench({
      onRecord: () => {
        seen.push(...readdirSync(join(bench.kept, sessionId)));
        throw new Error('the server ends here');
      },
    });
    await bench.write('a.txt', 'one');
    await expect(bench.run('write_file', { path: 'a.txt', content: 'two' })).rejects.toThrow('ends here');
    expect(seen).toEqual([toContentHash(Buffer.from('one'))]);
    expect(await bench.text('a.txt')).toBe('one');
  });

  it('is not changed at all where its content cannot be kept', async () => {
    const bench = await createUndoBench();
    await bench.write('a.txt', 'one');
    await writeFile(bench.kept, 'a file in the place of the folder');
    expect(await bench.run('write_file', { path: 'a.txt', content: 'two' })).toMatchObject({
      isError: true,
      output: expect.stringContaining('could not be kept'),
    });
    expect(await bench.text('a.txt')).toBe('one');
    expect(bench.records).toEqual([]);
  });
});

describe('undoing checks its paths when it is used', () => {
  it('does not follow a link out that was put there since', async () => {
    const bench = await createUndoBench();
    await bench.run('write_file', { path: 'sub/secret.txt', content: 'agent' });
    await rm(bench.path('sub'), { recursive: true });
    await writeFile(join(bench.outside, 'secret.txt'), 'agent');
    await symlink(bench.outside, bench.path('sub'));
    expect(await bench.files.look(bench.folder, 'sub/secret.txt')).toBeNull();
    expect(await bench.restore()).toBe(false);
    expect(await readFile(join(bench.outside, 'secret.txt'), 'utf8')).toBe('agent');
  });

  it.each(['../workspace-2/secret.txt', 'closed/x', '/etc/hostname', 'a\0b'])('refuses %j', async (path) => {
    const bench = await createUndoBench();
    await bench.write('closed/x', 'agent');
    await bench.run('write_file', { path: 'a.txt', content: 'agent' });
    const change = { ...bench.last(), path };
    expect(await bench.files.look(bench.folder, path)).toBeNull();
    expect(await bench.restore(change)).toBe(false);
    expect(await bench.text('closed/x')).toBe('agent');
  });

  it('a record whose hash is no hash names no file', async () => {
    const bench = await createUndoBench();
    await bench.run('write_file', { path: 'a.txt', content: 'agent' });
    const change = { ...bench.last(), before: '../../workspace-2/secret.txt' };
    expect(await bench.files.isKept(change)).toBe(false);
    expect(await bench.restore(change)).toBe(false);
  });
});

describe('former contents', () => {
  it('are one private file for each content and session', async () => {
    const { contents, kept } = await createUndoBench();
    const bytes = Buffer.from('one');
    const hash = await contents.keep(sessionId, bytes);
    expect(await contents.keep(sessionId, bytes)).toBe(hash);
    expect(await readdir(join(kept, sessionId))).toEqual([hash]);
    expect((await stat(join(kept, sessionId, hash))).mode & 0o777).toBe(0o600);
    expect((await stat(join(kept, sessionId))).mode & 0o777).toBe(0o700);
    expect(await contents.has('another', hash)).toBe(false);
    expect(await contents.read(sessionId, hash)).toEqual(bytes);
    await contents.forget(sessionId);
    expect(await contents.has(sessionId, hash)).toBe(false);
    expect(await contents.keep(sessionId, bytes)).toBe(hash);
  });

  it('that were tampered with are not given back', async () => {
    const { contents, kept } = await createUndoBench();
    const hash = await contents.keep(sessionId, Buffer.from('one'));
    await writeFile(join(kept, sessionId, hash), 'other');
    expect(await contents.read(sessionId, hash)).toBeUndefined();
  });

  it('make room for new ones, those kept longest ago first, also after a restart', async () => {
    const { kept } = await createUndoBench();
    const keep = async (name: string, day: number) => {
      const contents = createFormerContents({ folder: kept, maxBytes: 250 });
      const hash = await contents.keep(name, Buffer.alloc(100, name));
      const then = new Date(2026, 0, day);
      await utimes(join(kept, name, hash), then, then);
      return hash;
    };
    await mkdir(kept, { recursive: true });
    await keep('b', 2);
    await keep('a', 1);
    await keep('c', 3);
    expect(await readdir(join(kept, 'a'))).toEqual([]);
    await keep('b', 4);
    await keep('d', 5);
    expect(await Promise.all(['b', 'c', 'd'].map((name) => readdir(join(kept, name))))).toEqual([
      [expect.any(String)],
      [],
      [expect.any(String)],
    ]);
  });
});
