import { noUsage, type Session, type TurnStatus } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { createTurnCounter } from './count-turns.ts';

const session = (
  id: string,
  status: Session['status'],
  turnId?: string,
  turnStatus: TurnStatus = 'completed',
) =>
  ({
    id,
    title: '',
    model: 'm',
    mode: 'default',
    workspace: '/',
    status,
    pinned: false,
    archived: false,
    headId: null,
    messageCount: 0,
    createdAt: '',
    updatedAt: '',
    usage: noUsage,
    ...(turnId ? { lastTurn: { turnId, status: turnStatus } } : {}),
  }) satisfies Session;

test('Every turn that ends is counted once, whatever else changes in between', () => {
  const counted: string[] = [];
  const hear = createTurnCounter((status) => counted.push(status));
  hear(session('s', 'idle', 'old'));
  hear(session('s', 'running', 'old'));
  hear(session('s', 'waiting', 'old'));
  hear(session('s', 'running', 'old'));
  hear(session('s', 'queued', 't1', 'failed'));
  hear(session('s', 'running', 't1', 'failed'));
  hear(session('other', 'running'));
  hear(session('s', 'idle', 't2', 'cancelled'));
  hear(session('s', 'idle', 't2', 'cancelled'));
  hear(session('other', 'idle', 't3'));
  expect(counted).toEqual(['failed', 'cancelled', 'completed']);
});

test('A change of an idle session after a restart is no turn', () => {
  const counted: string[] = [];
  const hear = createTurnCounter((status) => counted.push(status));
  hear(session('s', 'idle', 't1'));
  expect(counted).toEqual([]);
});
