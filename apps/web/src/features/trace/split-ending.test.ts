import { expect, test } from 'vitest';
import { splitEnding } from './split-ending.ts';

test.each([
  ['{"a":1}\n[exit code 0]', '{"a":1}', '[exit code 0]'],
  ['{"a":1}\n[exit code 1, after 3 s]\n', '{"a":1}', '[exit code 1, after 3 s]'],
  ['{"a":1}', '{"a":1}', ''],
  ['[exit code 0]', '[exit code 0]', ''],
  ['a [exit code 0]', 'a [exit code 0]', ''],
])('%j was printed as %j', (text, printed, ending) => {
  expect(splitEnding(text)).toEqual({ printed, ending });
});
