import { expect, test } from 'vitest';
import { afterTest, endTest } from './after-test.ts';

test('what a test began ends once, the newest first, whatever fails on the way', async () => {
  const ended: number[] = [];
  afterTest(() => ended.push(1));
  afterTest(() => {
    throw new Error('It would not end.');
  });
  afterTest(async () => ended.push(3));
  await expect(endTest()).rejects.toThrow('It would not end.');
  await endTest();
  expect(ended).toEqual([3, 1]);
});
