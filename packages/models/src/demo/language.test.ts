import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  ['list files', 'en'],
  ['', 'en'],
  ['读取 README.md', 'zh'],
  ['run echo 好', 'zh'],
] as const)('%j is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});
