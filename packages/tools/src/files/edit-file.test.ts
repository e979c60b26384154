import { chmod, readFile, stat } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkbench } from '../test/workbench.ts';
import { replaceText } from './replace-text.ts';

const source = 'function a() {\n  return 1;\n}\n\nfunction b() {\n  return 1;\n}\n';

describe('edit_file', () => {
  it('replaces the one place and shows the diff', async () => {
    const bench = await createWorkbench();
    await bench.write('a.js', source);
    await chmod(bench.path('a.js'), 0o600);
    const result = await bench.run('edit_file', {
      path: 'a.js',
      oldText: 'function b',
      newText: 'function $&',
    });
    expect(result.output).toMatch(/^Edited a\.js at line 5\.\n--- a\/a\.js\n/);
    expect(result.output).toContain('-function b() {\n+function $&() {');
    expect(await readFile(bench.path('a.js'), 'utf8')).toBe(source.replace('b()', () => '$&()'));
    expect((await stat(bench.path('a.js'))).mode & 0o777).toBe(0o600);
  });

  it('refuses several matches with their lines, and replaces them all when told to', async () => {
    const bench = await createWorkbench();
    await bench.write('a.js', source);
    const args = { path: 'a.js', oldText: 'return 1', newText: 'return 2' };
    expect(await bench.run('edit_file', args)).toEqual({
      output:
        'oldText is 2 times in "a.js", at lines 2, 6. Add the lines around it to make it unique, or set replaceAll.',
      isError: true,
    });
    expect(await readFile(bench.path('a.js'), 'utf8')).toBe(source);
    const all = await bench.run('edit_file', { ...args, replaceAll: true });
    expect(all.output).toMatch(/^Edited a\.js at 2 places, the first at line 2\./);
    expect(await readFile(bench.path('a.js'), 'utf8')).toBe(source.replaceAll('return 1', 'return 2'));
  });

  it.each([
    ['functoin b() {', 'The nearest is line 5: "function b() {"'],
    ['    return 1;\n}', 'It differs only in white space from line 2: "return 1;"'],
    ['     2\t  return 1;', 'It begins with a line number'],
    ['zzzzqqqq', 'exactly as given; nothing was changed.'],
  ])('hints when %j is not there', async (oldText, hint) => {
    const bench = await createWorkbench();
    await bench.write('a.js', source);
    const result = await bench.run('edit_file', { path: 'a.js', oldText, newText: 'x' });
    expect(result.isError).toBe(true);
    expect(result.output).toContain(hint);
  });

  it.each([
    ['CRLF', Buffer.from('one\r\ntwo\r\nthree\r\n'), 'one\ntwo', '1\n2', Buffer.from('1\r\n2\r\nthree\r\n')],
    ['CRLF, one line', Buffer.from('one\r\ntwo\r\n'), 'one', '1\n1', Buffer.from('1\r\n1\r\ntwo\r\n')],
    ['mixed', Buffer.from('one\r\ntwo\n'), 'two', '2\n2', Buffer.from('one\r\n2\n2\n')],
    ['a mark', Buffer.from('\ufeffone\n'), 'one', '1', Buffer.from('\ufeff1\n')],
    ['UTF-16LE', Buffer.from('\ufeff一\n', 'utf16le'), '一', '二', Buffer.from('\ufeff二\n', 'utf16le')],
    [
      'GB18030',
      Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
      '好',
      '世界',
      Buffer.from([0xc4, 0xe3, 0xca, 0xc0, 0xbd, 0xe7]),
    ],
  ])('keeps the encoding and the line ends: %s', async (_, before, oldText, newText, after) => {
    const bench = await createWorkbench();
    await bench.write('a.txt', before);
    expect((await bench.run('edit_file', { path: 'a.txt', oldText, newText })).isError).toBeUndefined();
    expect(await readFile(bench.path('a.txt'))).toEqual(after);
  });

  it('refuses an encoding that it cannot write, and a missing file, leaving nothing behind', async () => {
    const bench = await createWorkbench();
    await bench.write('latin.txt', Buffer.from('caf\xe9 au lait', 'latin1'));
    const latin = await bench.run('edit_file', { path: 'latin.txt', oldText: 'lait', newText: 'x' });
    expect(latin).toMatchObject({ isError: true, output: expect.stringContaining('Windows-1252') });
    const gone = await bench.run('edit_file', { path: 'a/b/none.txt', oldText: 'x', newText: 'y' });
    expect(gone).toEqual({ output: '"a/b/none.txt" does not exist.', isError: true });
    expect((await bench.run('list_directory', {})).output).toBe('latin.txt (12 bytes)');
  });

  it('previews the diff, and says when it will fail', async () => {
    const bench = await createWorkbench();
    await bench.write('a.js', source);
    expect(await bench.preview('edit_file', { path: 'a.js', oldText: 'a()', newText: 'c()' })).toContain(
      '+function c()',
    );
    expect(await bench.preview('edit_file', { path: 'a.js', oldText: 'nothing', newText: '' })).toMatch(
      /^This will fail: oldText is not in/,
    );
    expect(await readFile(bench.path('a.js'), 'utf8')).toBe(source);
  });
});

describe('several edits in one call', () => {
  const edits = [
    { oldText: 'function a', newText: 'function first' },
    { oldText: 'function first() {\n  return 1', newText: 'function first() {\n  return one' },
    { oldText: 'return 1', newText: 'return 2' },
  ];

  it('are made in order, each in what the ones before left', async () => {
    const bench = await createWorkbench();
    await bench.write('a.js', source);
    const result = await bench.run('edit_file', { path: 'a.js', edits });
    expect(result.output).toMatch(/^Edited a\.js at 3 places, the first at line 1\./);
    expect(await readFile(bench.path('a.js'), 'utf8')).toBe(
      'function first() {\n  return one;\n}\n\nfunction b() {\n  return 2;\n}\n',
    );
    expect(await bench.preview('edit_file', { path: 'a.js', edits: [edits[2]] })).toMatch(/^This will fail/);
  });

  it.each([
    [{ oldText: 'nowhere', newText: 'x' }, 'oldText is not in "a.js"'],
    [{ oldText: 'return', newText: 'x' }, 'oldText is 2 times in "a.js"'],
  ])('are none when one does not fit: %j', async (wrong, problem) => {
    const bench = await createWorkbench();
    await bench.write('a.js', source);
    const result = await bench.run('edit_file', { path: 'a.js', edits: [edits[0], wrong, edits[1]] });
    expect(result.isError).toBe(true);
    expect(result.output).toContain('Edit 2 of 3 does not fit, so none was made.');
    expect(result.output).toContain(problem);
    expect(await readFile(bench.path('a.js'), 'utf8')).toBe(source);
  });

  it.each([
    [{ path: 'a' }],
    [{ path: 'a', oldText: 'x' }],
    [{ path: 'a', oldText: 'x', newText: 'y', edits }],
    [{ path: 'a', newText: 'y', edits }],
    [{ path: 'a', edits: [] }],
    [{ path: 'a', edits: [{ oldText: '', newText: 'x' }] }],
  ])('or one, but not both and not neither: %j', async (args) => {
    const bench = await createWorkbench();
    expect(bench.tool('edit_file').parse(args)).toMatchObject({ ok: false });
  });
});

describe('replaceText', () => {
  it('changes exactly the places of the old text', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 20 });
    const old = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(part, old, fc.string(), (text, oldText, newText) => {
        const result = replaceText(text, { oldText, newText, replaceAll: true }, 'x');
        const count = text.split(oldText).length - 1;
        expect(result.ok).toBe(count > 0 && oldText !== newText);
        if (result.ok) expect(result.text).toBe(text.replaceAll(oldText, () => newText));
        if (result.ok) expect(result.lines).toHaveLength(count);
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the lines of many places in a large text without delay', () => {
    const result = replaceText('ab\n'.repeat(100_000), { oldText: 'b', newText: 'c', replaceAll: true }, 'x');
    expect(result.ok && result.lines.at(-1)).toBe(100_000);
  });
});
