import { Id } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('ids are UUIDs of version 7, no two alike, later ones greater', () => {
  const ids = Array.from({ length: 1000 }, newId);
  for (const id of ids) expect(Id.safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids[0]?.[14]).toBe('7');
  expect(Number.parseInt((ids[0] ?? '').slice(0, 13).replace('-', ''), 16)).toBeLessThanOrEqual(Date.now());
});
