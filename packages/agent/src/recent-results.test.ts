import { expect, it } from 'vitest';
import { createRecentResults } from './recent-results.ts';

it('makes each of the last few once, and gives the same object again', () => {
  const made: string[] = [];
  const recent = createRecentResults<string, { text: string }>(2);
  const get = (...key: string[]) =>
    recent(key, () => {
      made.push(key.join());
      return { text: key.join() };
    });
  const first = get('a', 'b');
  expect(get(['a'].join(), 'b')).toBe(first);
  get('a');
  expect(get('a', 'b')).toBe(first);
  // The one that was asked for longest ago goes.
  get('c');
  expect(get('a', 'b')).toBe(first);
  get('a');
  expect(made).toEqual(['a,b', 'a', 'c', 'a']);
});
