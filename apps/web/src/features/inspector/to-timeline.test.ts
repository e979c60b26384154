import type { Trajectory, TrajectoryEntry } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { sessionId, turnId } from '../../testing/records.ts';
import { filterRows, toTimeline } from './to-timeline.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
const usage = { inputTokens: 10, outputTokens: 5, reasoningTokens: 0, cachedTokens: 0 };

const entry = (
  id: string,
  kind: TrajectoryEntry['kind'],
  ms: number,
  durationMs: number | null,
  more: Partial<TrajectoryEntry> = {},
): TrajectoryEntry => ({
  id,
  turnId,
  parentId: null,
  seq: 0,
  kind,
  name: 'm',
  status: 'ok',
  input: { step: 1 },
  output: null,
  startedAt: at(ms),
  durationMs,
  ...more,
});

const call = { callId: 'c', step: 1, title: '', args: { command: 'make Everything' } };

function trajectoryOf(entries: TrajectoryEntry[], endedMs: number | null): Trajectory {
  const turn = {
    id: turnId,
    sessionId,
    userMessageId: turnId,
    assistantMessageId: null,
    status: 'completed',
    model: 'm',
    mode: 'default',
    channel: 'web',
    steps: 1,
    usage,
    startedAt: at(0),
    endedAt: endedMs === null ? null : at(endedMs),
  } as const;
  return { turn, entries, changes: [] };
}

const asked = trajectoryOf(
  [
    entry('s', 'step', 0, 9000),
    entry('r', 'retry', 1000, 0, {
      parentId: 's',
      input: { step: 1, attempt: 1, delayMs: 2000, message: '429' },
    }),
    entry('t', 'tool', 4000, 5000, { parentId: 's', name: 'bash', status: 'error', input: call }),
    entry('a', 'approval', 4000, 3000, { parentId: 't' }),
  ],
  9000,
);

test('tells the model, retries, approvals and tools apart, and counts nothing twice', () => {
  const { rows, spent, totalMs } = toTimeline(asked, 0);
  expect(totalMs).toBe(9000);
  expect(rows.map(({ id, from, to }) => [id, from, to])).toEqual([
    ['s', 0, 4000],
    ['t', 4000, 9000],
  ]);
  expect(rows[0]?.segments).toEqual([
    { kind: 'model', from: 0, to: 1000 },
    { kind: 'retry', from: 1000, to: 3000 },
    { kind: 'model', from: 3000, to: 4000 },
  ]);
  expect(rows[1]?.segments).toEqual([
    { kind: 'approval', from: 4000, to: 7000 },
    { kind: 'tool', from: 7000, to: 9000 },
  ]);
  expect(spent).toEqual({ model: 2000, tool: 2000, approval: 3000, retry: 2000 });
});

test('a wait that was cut short counts as long as it was', () => {
  const hurried = entry('h', 'retry', 1500, 0, {
    parentId: 's',
    name: 'hurried',
    input: { step: 1, attempt: 1, waitedMs: 500 },
  });
  const { rows, spent } = toTimeline({ ...asked, entries: [...asked.entries, hurried] }, 0);
  expect(rows[0]).toMatchObject({ retries: 1 });
  expect(spent).toMatchObject({ model: 3500, retry: 500 });
});

test('a sub-agent and what it does stand below its call, and belong to it', () => {
  const { rows } = toTimeline(
    trajectoryOf(
      [
        entry('s', 'step', 0, 100),
        entry('t', 'tool', 100, 900, { parentId: 's', input: call }),
        entry('g', 'agent', 110, 800, { parentId: 't', input: { agentId: 'g1', callId: 'c' } }),
        entry('gs', 'step', 120, 700, { parentId: 'g' }),
      ],
      1000,
    ),
    0,
  );
  expect(rows.map(({ id, depth, agentId }) => [id, depth, agentId])).toEqual([
    ['s', 0, null],
    ['t', 1, null],
    ['g', 2, null],
    ['gs', 3, 'g1'],
  ]);
});

test('what runs lasts until now', () => {
  const { rows, totalMs } = toTimeline(
    trajectoryOf([entry('s', 'step', 500, null, { status: 'running' })], null),
    Date.parse(at(2500)),
  );
  expect([rows[0]?.from, rows[0]?.to, totalMs]).toEqual([500, 2500, 2500]);
});

test('filters what failed or was slow, and finds words in arguments', () => {
  const { rows } = toTimeline(asked, 0);
  const ids = (filter: Parameters<typeof filterRows>[1]) => filterRows(rows, filter).map(({ id }) => id);
  expect(ids({ only: 'failed', find: '' })).toEqual(['s', 't']);
  expect(ids({ only: 'slow', find: '' })).toEqual(['s', 't']);
  expect(ids({ only: 'all', find: 'make every' })).toEqual(['t']);
  expect(ids({ only: 'all', find: 'nowhere' })).toEqual([]);
});
