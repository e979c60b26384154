import { expect, test } from 'vitest';
import { toOutputKind } from './output-kind.ts';

test.each([
  ['\u001b[31mred\u001b[0m', 'terminal'],
  ['Edited a.ts at line 1.\n--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b', 'diff'],
  [' {"a": [1, 2]}\n', 'json'],
  ['[]', 'json'],
  ['{"a": ', 'plain'],
  ['[the file is empty]', 'plain'],
  ['--- a line of dashes', 'plain'],
  [`[${'1,'.repeat(200_000)}1]`, 'plain'],
  ['', 'plain'],
])('%j is %s', (text, kind) => {
  expect(toOutputKind(text)).toBe(kind);
});
