import i18next from 'i18next';
import { expect, test } from 'vitest';
import { formatBytes, formatDuration, formatMoment, formatSeconds } from './format.ts';

test.each([
  [0, '0 ms'],
  [-5, '0 ms'],
  [12, '12 ms'],
  [420, '0.4 s'],
  [949, '0.9 s'],
  [960, '1 s'],
  [12_400, '12 s'],
  [59_600, '1 min'],
  [600_000, '10 min'],
  [185_000, '3 min 5 s'],
  [7_200_000, '2 h'],
  [7_800_000, '2 h 10 min'],
])('%i ms is %s', (ms, words) => {
  expect(formatDuration(i18next.t, ms)).toBe(words);
});

test('counts whole seconds that have passed', () => {
  expect(formatSeconds(i18next.t, 3999)).toBe('3 s');
  expect(formatSeconds(i18next.t, -20)).toBe('0 s');
  expect(formatSeconds(i18next.t, 61_000)).toBe('1 min 1 s');
});

test('a moment of today is its time alone', () => {
  const at = new Date(2026, 2, 10, 9, 5);
  expect(formatMoment('en-GB', at.toISOString(), new Date(2026, 2, 10, 23))).toBe('09:05');
  expect(formatMoment('en-GB', at.toISOString(), new Date(2026, 2, 11, 1))).toBe('10 Mar 2026, 09:05');
});

test('sizes go by 1024', () => {
  expect(formatBytes('en', 0)).toBe('0\u00a0B');
  expect(formatBytes('en', 1536)).toBe('1.5\u00a0kB');
  expect(formatBytes('en', 3 * 1024 * 1024)).toBe('3\u00a0MB');
});
