import { expect, test } from 'vitest';
import { createCollector } from './collector.ts';

test('gives the n-th item whether it has come or is still to come', async () => {
  const words = createCollector<string>();
  const second = words.waitForCount(2);
  words.add('a');
  words.add('b');
  expect(await second).toBe('b');
  expect(await words.waitForCount(1)).toBe('a');
  expect(words.items).toEqual(['a', 'b']);
});

test('finds the first item that matches, past or future', async () => {
  const numbers = createCollector<number>();
  numbers.add(1);
  const even = numbers.waitFor((n) => n % 2 === 0);
  numbers.add(3);
  numbers.add(4);
  numbers.add(6);
  expect(await even).toBe(4);
  expect(await numbers.waitFor((n) => n > 1)).toBe(3);
});

test('a match is asked about each item once', async () => {
  const numbers = createCollector<number>();
  const asked: number[] = [];
  const found = numbers.waitFor((n) => {
    asked.push(n);
    return n === 2;
  });
  for (const n of [1, 2, 3]) numbers.add(n);
  await found;
  expect(asked).toEqual([1, 2]);
});
