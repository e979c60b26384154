import { Id } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { createSequentialIds, sequentialId } from './sequential-ids.ts';

test('gives valid ids that sort by the time they were made', () => {
  const ids = createSequentialIds();
  const made = Array.from({ length: 300 }, () => ids.next());
  expect(made.map((id) => Id.parse(id))).toEqual(made);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(300);
  expect(made[0]).toBe('00000000-0000-7000-8000-000000000001');
  expect(made[299]).toBe(sequentialId(300));
});

test('sources of different namespaces never meet', () => {
  expect(createSequentialIds(1).next()).not.toBe(createSequentialIds(2).next());
  expect(createSequentialIds(2).next()).toBe(sequentialId(1, 2));
});
