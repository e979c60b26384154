import { truncate } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../test/workbench.ts';
import { toPage } from './page-lines.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}\n`).join('');

describe('read_file', () => {
  it('numbers the lines and says nothing more when that is all', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', 'one\r\ntwo\n\nfour');
    expect(await bench.run('read_file', { path: 'a.txt' })).toEqual({
      output: '     1\tone\n     2\ttwo\n     3\t\n     4\tfour',
    });
  });

  it('gives at most 2000 lines and says how to continue, to the end', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', numbered(4100));
    const first = await bench.run('read_file', { path: 'a.txt' });
    expect(first.output).toMatch(/\n {2}2000\t2000\n\[lines 1–2000 of 4100; continue with offset 2001\]$/);
    expect(first).toMatchObject({ truncated: true, bytes: Buffer.byteLength(numbered(4100)) });
    const last = await bench.run('read_file', { path: 'a.txt', offset: 4001 });
    expect(last.output).toMatch(/^ {2}4001\t4001\n[\s\S]*\n\[lines 4001–4100 of 4100\]$/);
    expect(last.truncated).toBeUndefined();
  });

  it('takes a limit, and refuses an offset beyond the end', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', numbered(10));
    expect((await bench.run('read_file', { path: 'a.txt', offset: 3, limit: 2 })).output).toBe(
      '     3\t3\n     4\t4\n[lines 3–4 of 10; continue with offset 5]',
    );
    expect(await bench.run('read_file', { path: 'a.txt', offset: 11 })).toEqual({
      output: '"a.txt" has only 10 lines; there is no line 11.',
      isError: true,
    });
    await expect(bench.run('read_file', { path: 'a.txt', offset: 0 })).rejects.toThrow('offset');
  });

  it.each([
    [{}, 32 * 1024],
    [{ limits: { maxOutputBytes: 128 * 1024 } }, 64 * 1024],
  ])('stays within the bytes that the loop passes on, and within 64 KiB (%j)', async (options, most) => {
    const bench = await createWorkbench(options);
    await bench.write('a.txt', `${'字'.repeat(300)}\n`.repeat(1000));
    const { output } = await bench.run('read_file', { path: 'a.txt' });
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(most);
    expect(Buffer.byteLength(output)).toBeGreaterThan(most - 2000);
    const told = /\[lines 1–(\d+) of 1000; continue with offset (\d+)\]$/.exec(output);
    expect(Number(told?.[2])).toBe(Number(told?.[1]) + 1);
    expect(output.split('\n').length).toBe(Number(told?.[1]) + 1);
  });

  it('shows the head of a very long line and how long it is', async () => {
    const bench = await createWorkbench();
    await bench.write('a.txt', `${'x'.repeat(1_000_000)}\nshort\n`);
    const { output } = await bench.run('read_file', { path: 'a.txt' });
    expect(output).toMatch(/^ {5}1\tx{8000}… \[this line has 1000000 characters\]\n {5}2\tshort$/);
  });

  it('tells of empty, binary and too large files', async () => {
    const bench = await createWorkbench();
    await bench.write('empty', '');
    await bench.write('binary', Buffer.from([1, 2, 0, 3]));
    await truncate(await bench.write('large', ''), 3 * 1024 ** 3);
    expect(await bench.run('read_file', { path: 'empty' })).toEqual({ output: '[the file is empty]' });
    expect(await bench.run('read_file', { path: 'binary' })).toEqual({
      output: '"binary" is a binary file (4 bytes); it cannot be shown or edited as text.',
      isError: true,
    });
    expect((await bench.run('read_file', { path: 'large' })).output).toMatch(
      /^"large" has 3 GiB, more than the 51 MiB .* Use grep/,
    );
  });

  it.each([
    ['png', '\x89PNG\r\n\x1a\n123', 'image/png'],
    ['jpg', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['gif', 'GIF89a', 'image/gif'],
    ['webp', 'RIFF1234WEBP', 'image/webp'],
    ['txt', '\x89PNG\r\n\x1a\n named otherwise', 'image/png'],
  ])('hands a picture (%s) on to a model that sees', async (ending, content, mediaType) => {
    const bench = await createWorkbench();
    const bytes = Buffer.from(content, 'latin1');
    await bench.write(`a.${ending}`, bytes);
    expect(await bench.run('read_file', { path: `a.${ending}` })).toEqual({
      output: `[image ${mediaType}, ${bytes.length} bytes]`,
      images: [{ mediaType, base64: bytes.toString('base64') }],
    });
  });

  it('tells of a picture that is too large', async () => {
    const bench = await createWorkbench();
    await bench.write(
      'a.png',
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(5 * 1024 * 1024)]),
    );
    expect(await bench.run('read_file', { path: 'a.png' })).toMatchObject({
      isError: true,
      output: expect.stringContaining('larger than the'),
    });
  });

  it('decodes what is not UTF-8 and says so', async () => {
    const bench = await createWorkbench();
    await bench.write('gb.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]));
    await bench.write('wide.txt', Buffer.from('\ufeff你好\n', 'utf16le'));
    await bench.write('mark.txt', '\ufeffhi\n');
    expect((await bench.run('read_file', { path: 'gb.txt' })).output).toBe(
      '     1\t你好\n[decoded from GB18030]',
    );
    expect((await bench.run('read_file', { path: 'wide.txt' })).output).toBe(
      '     1\t你好\n[decoded from UTF-16LE]',
    );
    expect((await bench.run('read_file', { path: 'mark.txt' })).output).toBe('     1\thi');
  });

  it('names the path in its title, on one line', async () => {
    const bench = await createWorkbench();
    expect(bench.tool('read_file').title({ path: 'a\n.txt', offset: 1 })).toBe('Read a .txt');
    expect(bench.tool('read_file').title({ path: 'a.txt', offset: 7 })).toBe('Read a.txt from line 7');
  });

  it('rejects when the turn is over already', async () => {
    const bench = await createWorkbench();
    await expect(bench.run('read_file', { path: 'x' }, { signal: AbortSignal.abort('over') })).rejects.toBe(
      'over',
    );
  });
});

describe('toPage', () => {
  it('gives every line once over all pages, within its limits', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, ''));
    const texts = fc.array(line, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        texts,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 600, max: 900 }),
        (all, maxLines, maxBytes) => {
          const text = all.map((each) => `${each}\n`).join('');
          const seen: string[] = [];
          for (let next: number | undefined = 1; next !== undefined; ) {
            const page = toPage(text, next, { maxLines, maxBytes });
            expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(maxBytes);
            expect(page.last - page.first + 1).toBeLessThanOrEqual(maxLines);
            seen.push(...page.text.split('\n').map((shown) => shown.slice(7)));
            next = page.next;
          }
          expect(seen).toEqual(all);
        },
      ),
    );
  });
});
