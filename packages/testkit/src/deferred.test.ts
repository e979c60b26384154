import { expect, test } from 'vitest';
import { deferred } from './deferred.ts';

test('settles its promise by hand, once', async () => {
  const good = deferred<number>();
  good.resolve(1);
  good.reject(new Error('too late'));
  expect(await good.promise).toBe(1);

  const bad = deferred();
  bad.reject(new Error('no'));
  await expect(bad.promise).rejects.toThrow('no');
});
