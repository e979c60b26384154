import { expect, test } from 'vitest';
import { aSession } from '../../testing/records.ts';
import { groupSessions } from './group-sessions.ts';

const now = new Date(2026, 2, 10, 9, 30).getTime();
const at = (...date: [number, number, number, number?]) =>
  new Date(date[0], date[1], date[2], date[3] ?? 12).toISOString();

test('pinned ones first, then by the local day of the last activity', () => {
  const sessions = [
    aSession({ id: 'a', updatedAt: at(2026, 2, 10, 0) }),
    aSession({ id: 'b', updatedAt: at(2026, 2, 9, 23) }),
    aSession({ id: 'c', updatedAt: at(2026, 2, 9, 0), pinned: true }),
    aSession({ id: 'd', updatedAt: at(2026, 2, 4) }),
    aSession({ id: 'e', updatedAt: at(2026, 2, 3) }),
    aSession({ id: 'f', updatedAt: at(2026, 1, 20) }),
    aSession({ id: 'g', updatedAt: at(2025, 1, 20) }),
  ];
  const groups = groupSessions(sessions, now).map(({ key, sessions: found }) => [
    key,
    found.map(({ id }) => id).join(''),
  ]);
  expect(groups).toEqual([
    ['pinned', 'c'],
    ['today', 'a'],
    ['yesterday', 'b'],
    ['week', 'd'],
    ['2026-3', 'e'],
    ['2026-2', 'f'],
    ['2025-2', 'g'],
  ]);
});

test('the order within a group is the one that came', () => {
  const sessions = ['x', 'y', 'z'].map((id) => aSession({ id, updatedAt: at(2026, 2, 10, 8) }));
  expect(groupSessions(sessions, now)[0]?.sessions.map(({ id }) => id)).toEqual(['x', 'y', 'z']);
});
