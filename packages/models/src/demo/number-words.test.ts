import { expect, test } from 'vitest';
import { toNumberWords } from './number-words.ts';

test.each([
  [1, 'one', '一'],
  [10, 'ten', '十'],
  [12, 'twelve', '十二'],
  [20, 'twenty', '二十'],
  [21, 'twenty-one', '二十一'],
  [100, 'one hundred', '一百'],
  [101, 'one hundred and one', '一百零一'],
  [110, 'one hundred and ten', '一百一十'],
  [342, 'three hundred and forty-two', '三百四十二'],
  [1000, 'one thousand', '一千'],
  [1001, 'one thousand and one', '一千零一'],
  [2340, 'two thousand three hundred and forty', '二千三百四十'],
])('%i in words', (n, english, chinese) => {
  expect(toNumberWords(n, 'en')).toBe(english);
  expect(toNumberWords(n, 'zh')).toBe(chinese);
});

test('every number up to a thousand has words of its own', () => {
  for (const language of ['en', 'zh'] as const) {
    const words = Array.from({ length: 1000 }, (_, index) => toNumberWords(index + 1, language));
    expect(new Set(words).size).toBe(1000);
  }
});
