import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMissed } from './use-missed.ts';

const toItems = (keys: string[]) => keys.map((key) => ({ key }));

function setUp(keys: string[], following = true) {
  const { result, rerender } = renderHook(
    (props: { keys: string[]; following: boolean }) => useMissed(toItems(props.keys), props.following),
    { initialProps: { keys, following } },
  );
  return (next: string[], still: boolean) => {
    rerender({ keys: next, following: still });
    return result.current;
  };
}

test('counts what came since the reader left the end, and nothing when they are back', () => {
  const show = setUp(['a']);
  expect(show(['a', 'b'], true)).toBe(0);
  expect(show(['a', 'b'], false)).toBe(0);
  expect(show(['a', 'b', 'c', 'd'], false)).toBe(2);
  expect(show(['a', 'b', 'c', 'd'], true)).toBe(0);
  expect(show(['a', 'b', 'c', 'd', 'e'], false)).toBe(1);
});

test('older messages on top, and another branch, are nothing new', () => {
  const show = setUp(['c', 'd']);
  expect(show(['a', 'b', 'c', 'd'], false)).toBe(0);
  expect(show(['a', 'x', 'y'], false)).toBe(0);
});
