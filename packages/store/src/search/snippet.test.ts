import { expect, test } from 'vitest';
import { toSnippet } from './snippet.ts';

const marked = (text: string, ...terms: string[]) => {
  const { snippet, marks } = toSnippet(text, terms);
  return marks.map(([from, to]) => snippet.slice(from, to));
};

test('marks what was found whatever its accents and case, at its own place', () => {
  expect(marked('Ein CAFÉ und ein café', 'cafe')).toEqual(['CAFÉ', 'café']);
  expect(marked('the cafe', 'Café')).toEqual(['cafe']);
  expect(marked('tiếng Việt, naïve', 'viet', 'naive')).toEqual(['Việt', 'naïve']);
  expect(marked('İstanbul, œuvre, Straße, 你好 é', '你好')).toEqual(['你好']);
});
