import { expect, test } from 'vitest';
import { aMessage } from '../../testing/records.ts';
import { toChunks } from './to-chunks.ts';
import type { Item } from './to-items.ts';

const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, n) => {
    const id = String(from + n);
    return { kind: 'user', key: id, message: aMessage({ id }) };
  });
const borders = (from: number, to: number) =>
  Object.fromEntries(toChunks(items(from, to), '100').map(({ key, items }) => [key, items[0]?.key]));

test('borders stay where they are when older ones come before and newer ones after', () => {
  expect(borders(100, 150)).toEqual({ '0': '100', '1': '124', '2': '148' });
  expect(borders(50, 153)).toEqual({
    '-3': '50',
    '-2': '52',
    '-1': '76',
    '0': '100',
    '1': '124',
    '2': '148',
  });
  expect(borders(52, 100)).toEqual({ '0': '52', '1': '76' });
});

test('every item is in one chunk, and each chunk knows what is behind it', () => {
  const chunks = toChunks(items(50, 150), '100');
  expect(chunks.flatMap((chunk) => chunk.items.map(({ key }) => key))).toEqual(
    items(50, 150).map(({ key }) => key),
  );
  expect(chunks.map(({ behind }) => behind)).toEqual([98, 74, 50, 26, 2, 0]);
});
