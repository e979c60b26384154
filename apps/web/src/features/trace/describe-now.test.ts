import { foldEvents } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { turnEvents, turnId } from '../../testing/records.ts';
import { describeNow } from './describe-now.ts';

const start = Date.parse('2026-01-05T09:00:00.000Z');
const make = turnEvents(start);
const agent = { id: 'a1', name: 'planner', callId: '1' };

test.each([
  ['before the first token', [], false, { kind: 'waiting', since: start + 10 }],
  ['thinking', [make.think(1, 'hm')], false, { kind: 'thinking', since: start + 10 }],
  ['writing', [make.think(1, 'hm'), make.say(1, 'a')], false, { kind: 'writing', since: start + 10 }],
  [
    'arguments streaming in',
    [make.say(1, 'a'), make.args(1, '1', 'bash', '{')],
    false,
    { kind: 'preparing', name: 'bash', since: start + 10 },
  ],
  ['a tool', [make.call(1, '1', 'bash', {}, 50)], false, { kind: 'tool', since: start + 50 }],
  [
    'two tools, since the earlier',
    [make.call(1, '1', 'bash', {}, 60), make.call(1, '2', 'grep', {}, 50)],
    false,
    { kind: 'tools', count: 2, since: start + 50 },
  ],
  [
    'one of two tools done',
    [make.call(1, '1', 'bash', {}, 60), make.call(1, '2', 'grep', {}, 50), make.result('2', '')],
    false,
    { kind: 'tool', since: start + 60 },
  ],
  [
    'an approval beside a running tool',
    [make.call(1, '1', 'bash', {}), make.call(1, '2', 'grep', {}), make.ask('1', 'bash', 'why')],
    false,
    { kind: 'approval', count: 1 },
  ],
  [
    'a wait before another attempt',
    [make.retry(1, 4000, '429', 100)],
    false,
    { kind: 'retry', error: 'rate_limit', until: start + 4100 },
  ],
  [
    'a sub-agent by its own tool',
    [
      make.call(1, '1', 'task', {}, 50),
      { ...make.step(1, 60), agent },
      { ...make.call(1, '9', 'grep', {}, 70), agent },
    ],
    false,
    { kind: 'tool', since: start + 70 },
  ],
  [
    "a sub-agent's wait",
    [
      make.call(1, '1', 'task', {}, 50),
      { ...make.step(1, 60), agent },
      { ...make.retry(1, 100, '429', 70), agent },
    ],
    false,
    { kind: 'retry', until: start + 170 },
  ],
  [
    'after the tools',
    [make.call(1, '1', 'bash', {}), make.result('1', ''), make.stepDone(1)],
    false,
    { kind: 'waiting' },
  ],
  ['stopping, whatever else', [make.call(1, '1', 'bash', {})], true, { kind: 'stopping' }],
] as const)('says %s', (_, events, stopping, expected) => {
  const view = foldEvents(turnId, [make.started('x'), make.step(1, 10), ...events]);
  expect(describeNow(view, stopping)).toMatchObject(expected);
});
