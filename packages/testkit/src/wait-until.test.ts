import { expect, test } from 'vitest';
import { waitUntil } from './wait-until.ts';

test('resolves once the condition holds', async () => {
  let asked = 0;
  await waitUntil(() => ++asked === 5, { what: 'asked five times' });
  expect(asked).toBe(5);
});

test('rejects at the deadline, saying what never came', async () => {
  await expect(waitUntil(() => false, { what: 'a thing', withinMs: 1 })).rejects.toThrow(
    'Not within 1 ms: a thing.',
  );
});
