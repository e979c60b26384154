import { expect, test } from 'vitest';
import { toSchedule } from './schedule.ts';

const at = (text: string) => new Date(text).getTime();
/** In the time zone of whoever runs the tests, as cron is. */
const now = at('2026-03-02T10:07:30');

test.each<[string, string]>([
  ['every 30 minutes', '2026-03-02T10:37:30'],
  ['Every minute.', '2026-03-02T10:08:30'],
  ['every 2 hours', '2026-03-02T12:07:30'],
  ['every day', '2026-03-03T10:07:30'],
  ['每 30 分钟', '2026-03-02T10:37:30'],
  ['每小时', '2026-03-02T11:07:30'],
  ['每隔2个小时', '2026-03-02T12:07:30'],
  ['每天 9:00', '2026-03-03T09:00:00'],
  ['every day at 18:05', '2026-03-02T18:05:00'],
  ['*/15 * * * *', '2026-03-02T10:15:00'],
  ['0 9 * * 1-5', '2026-03-03T09:00:00'],
])('"%s" runs next at %s', (text, next) => {
  expect(toSchedule(text)?.next(now, null)).toBe(at(next));
});

test('what repeats counts from when it last began, and never goes back in time', () => {
  const schedule = toSchedule('every 30 minutes');
  expect(schedule?.next(now, at('2026-03-02T10:00:00'))).toBe(at('2026-03-02T10:30:00'));
  expect(schedule?.next(now, at('2026-03-01T10:00:00'))).toBe(now);
});

test.each([
  '',
  'sometimes',
  'every 0 minutes',
  'every 5 seconds',
  '* * * * * *',
  '61 * * * *',
  'every -3 hours',
  '每天 25:00',
])('"%s" is no schedule', (text) => {
  expect(toSchedule(text)).toBeUndefined();
});
