import { createFakeClock } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { createAttemptLimit } from './attempt-limit.ts';
import { createTokenBucket } from './token-bucket.ts';

test('A bucket gives its burst at once, then its rate, and never more than its burst', () => {
  const clock = createFakeClock();
  const bucket = createTokenBucket({ burst: 3, perSecond: 2 }, clock.now);
  const take = (n: number) => Array.from({ length: n }, () => bucket.take());
  expect(take(4)).toEqual([true, true, true, false]);
  clock.advance(499);
  expect(take(1)).toEqual([false]);
  clock.advance(1);
  expect(take(2)).toEqual([true, false]);
  expect(bucket.isFull()).toBe(false);
  clock.advance(60_000);
  expect(bucket.isFull()).toBe(true);
  expect(take(4)).toEqual([true, true, true, false]);
});

test('A clock that goes back gives nothing and takes nothing', () => {
  let time = 1000;
  const bucket = createTokenBucket({ burst: 1, perSecond: 1 }, () => time);
  expect(bucket.take()).toBe(true);
  time = 0;
  expect(bucket.take()).toBe(false);
  time = 1000;
  expect(bucket.take()).toBe(true);
});

test('Each address has ten attempts, then one every six seconds', () => {
  const clock = createFakeClock();
  const limit = createAttemptLimit(clock.now);
  for (let i = 0; i < 10; i++) expect(limit.allow('a')).toBe(true);
  expect(limit.allow('a')).toBe(false);
  expect(limit.allow('b')).toBe(true);
  clock.advance(6000);
  expect(limit.allow('a')).toBe(true);
  expect(limit.allow('a')).toBe(false);
});

test('A flood of addresses does not free one that has used up its attempts lately', () => {
  const clock = createFakeClock();
  const limit = createAttemptLimit(clock.now);
  for (let i = 0; i < 9999; i++) limit.allow(`old ${i}`);
  clock.advance(60_000);
  for (let i = 0; i < 11; i++) limit.allow('guesser');
  for (let i = 0; i < 9999; i++) limit.allow(`new ${i}`);
  expect(limit.allow('guesser')).toBe(false);
});
