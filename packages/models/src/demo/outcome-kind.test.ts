import { expect, test } from 'vitest';
import { hasWorked, toOutcomeKind } from './outcome-kind.ts';

test('a denial is told with its note', () => {
  const text = 'The user denied this call, with the note: use another file\nand be quick';
  expect(toOutcomeKind({ name: 'bash', text })).toEqual({
    kind: 'denied',
    note: 'use another file\nand be quick',
  });
});

test('a denial without a note is told, too', () => {
  const text = 'The user denied this call. Do not repeat it; find another way or ask what they want instead.';
  expect(toOutcomeKind({ name: 'write_file', text })).toEqual({ kind: 'denied', note: null });
});

test.each([
  ['read_file', '"x.txt" does not exist.'],
  ['list_directory', '"../x" is outside the workspace. Only files inside the workspace can be used.'],
  ['list_directory', 'The path is empty.'],
  ['write_file', '"a" is a folder.'],
  ['edit_file', 'oldText is not in "a" exactly as given; nothing was changed.'],
  ['grep', 'The pattern is not a regular expression.'],
  ['grep', 'rg: regex parse error:\n    (?:foo()\n    ^\nerror: unclosed group'],
  ['bash', 'It failed: EIO'],
  ['bash', 'some output\nTimed out after 120 s and was stopped.'],
  ['other', 'There is no tool named "other". The tools are: none.'],
  ['bash', 'The arguments do not fit, so nothing was run. command: Required'],
  ['bash', 'Not run: the answer was cut off.'],
])('%s: %j is an error', (name, text) => {
  expect(toOutcomeKind({ name, text })).toEqual({ kind: 'error', message: text });
});

test.each([
  ['read_file', '     1\tIt failed: not really'],
  ['read_file', '[the file is empty]'],
  ['write_file', 'Created a.txt (1 lines, 3 B).'],
  ['write_file', 'Overwrote a.txt (1 lines, 3 B).\n-a\n+b'],
  ['edit_file', 'Edited a.txt at line 1.'],
  ['list_directory', 'src/\na.md (3 B)'],
  ['glob', 'a.ts'],
  ['grep', ''],
  ['bash', '"quoted" output'],
  ['other', 'whatever'],
])('%s: %j is well', (name, text) => {
  expect(toOutcomeKind({ name, text })).toEqual({ kind: 'ok' });
});

test('a command has worked when it ended with code 0', () => {
  expect(hasWorked({ name: 'bash', text: 'x\n[exit code 0]' })).toBe(true);
  expect(hasWorked({ name: 'bash', text: 'x\n[exit code 1]' })).toBe(false);
  expect(hasWorked({ name: 'glob', text: 'a.ts' })).toBe(true);
  expect(hasWorked({ name: 'glob', text: 'The user denied this call.' })).toBe(false);
});
