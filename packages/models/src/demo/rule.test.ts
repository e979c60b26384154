import { expect, test } from 'vitest';
import { byPatterns, toBareName } from './rule.ts';

test('tells the language whose pattern matched, and the details', () => {
  const match = byPatterns({ en: [/^go (?<to>\w+)$/], zh: [/^去(?<to>.+)$/] });
  expect(match('go home')).toEqual({ language: 'en', details: { to: 'home' } });
  expect(match('去家里')).toEqual({ language: 'zh', details: { to: '家里' } });
  expect(match('stay')).toBeNull();
});

test('a text that is too long never matches, so that no text can keep the server busy', () => {
  const match = byPatterns({ en: [/^a+$/], zh: [] }, 5);
  expect(match('aaaaa')).not.toBeNull();
  expect(match('aaaaaa')).toBeNull();
});

test.each([
  ['README.md', 'README.md'],
  [' "a b.txt". ', 'a b.txt'],
  ['`x`!', 'x'],
  ['“文件”。', '文件'],
  ['..', '..'],
  ['.gitignore.', '.gitignore'],
])('the bare name of %j is %j', (text, name) => {
  expect(toBareName(text)).toBe(name);
});
