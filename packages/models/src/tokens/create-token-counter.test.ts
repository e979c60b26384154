import { afterEach, expect, test } from 'vitest';
import { type ClosableCounter, createTokenCounter } from './create-token-counter.ts';

const counters: ClosableCounter[] = [];
afterEach(async () => {
  for (const counter of counters.splice(0)) await counter.close();
});
function makeCounter(): ClosableCounter {
  const counter = createTokenCounter();
  counters.push(counter);
  return counter;
}

test('texts are counted in order, each by itself, in English, Chinese and code', async () => {
  const counts = await makeCounter().count(['hello world', '', '你好，世界', 'const a = 1;', 'hello world']);
  expect(counts).toEqual([2, 0, 3, 6, 2]);
});

test('names of special tokens are text', async () => {
  const [count] = await makeCounter().count(['<|endoftext|><|im_start|>']);
  expect(count).toBeGreaterThan(5);
});

test('a long run of one letter is counted in a moment, and cutting adds next to nothing to prose', async () => {
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(500);
  const counter = makeCounter();
  const [letters, whole, once] = await counter.count(['a'.repeat(100_000), prose, prose.slice(0, 44)]);
  expect(letters).toBeGreaterThan(1000);
  expect(whole).toBeLessThanOrEqual((once ?? 0) * 500 * 1.01);
  expect(whole).toBeGreaterThan((once ?? 0) * 500 * 0.95);
});

test('a counter that was closed estimates, and what was known stays known', async () => {
  const counter = makeCounter();
  expect(await counter.count(['hello world'])).toEqual([2]);
  await counter.close();
  expect(await counter.count(['hello world'])).toEqual([2]);
});

test('counts that are asked for at once do not mix', async () => {
  const counter = makeCounter();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => counter.count([`number ${n}`, 'hello world'])),
  );
  expect(answers.every(([, known]) => known === 2)).toBe(true);
});
