import { expect, test } from 'vitest';
import { createMemoryLog } from './memory-log.ts';

test('keeps every entry with its level, in order', () => {
  const log = createMemoryLog();
  log.info({ a: 1 }, 'one');
  log.warn({}, 'two');
  log.error({ b: 2 }, 'three');
  expect(log.entries).toEqual([
    { level: 'info', fields: { a: 1 }, message: 'one' },
    { level: 'warn', fields: {}, message: 'two' },
    { level: 'error', fields: { b: 2 }, message: 'three' },
  ]);
});

test('an entry can be awaited by level and message', async () => {
  const log = createMemoryLog();
  const failed = log.waitFor('error', 'it failed');
  log.warn({}, 'it failed');
  log.error({}, 'another');
  log.error({ at: 3 }, 'it failed');
  expect((await failed).fields).toEqual({ at: 3 });
  expect((await log.waitFor('warn')).message).toBe('it failed');
});
