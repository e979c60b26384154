import { expect, test } from 'vitest';
import { capsOf, isKey, keyTable, toCaps } from './keys.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test('Ctrl and Cmd count alike, and no other modifier sneaks in', () => {
  expect(isKey(press('k', { ctrlKey: true }), 'palette')).toBe(true);
  expect(isKey(press('K', { metaKey: true }), 'palette')).toBe(true);
  expect(isKey(press('k'), 'palette')).toBe(false);
  expect(isKey(press('k', { ctrlKey: true, shiftKey: true }), 'palette')).toBe(false);
  expect(isKey(press('k', { ctrlKey: true, altKey: true }), 'palette')).toBe(false);
  expect(isKey(press('Enter'), 'send')).toBe(true);
  expect(isKey(press('Enter', { shiftKey: true }), 'send')).toBe(false);
  expect(isKey(press('Enter', { metaKey: true }), 'now')).toBe(true);
});

test('a sign counts however the keyboard makes it', () => {
  expect(isKey(press('?', { shiftKey: true }), 'keys')).toBe(true);
  expect(isKey(press('/', { shiftKey: true }), 'write')).toBe(true);
});

test('caps are named as on the machine', () => {
  expect(toCaps({ key: 'o', mod: true, shift: true }, false)).toEqual(['Ctrl', 'Shift', 'O']);
  expect(toCaps({ key: 'o', mod: true, shift: true }, true)).toEqual(['⌘', '⇧', 'O']);
  expect(capsOf('line')).toBe('Shift+Enter');
});

test('no two bindings of one place take the same stroke', () => {
  const strokes = keyTable.flatMap(({ place, strokes: all }) =>
    all.map((stroke) => `${place} ${JSON.stringify(stroke)}`),
  );
  expect(new Set(strokes).size).toBe(strokes.length);
});
