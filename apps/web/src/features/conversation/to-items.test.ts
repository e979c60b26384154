import { emptyTurnView } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { aMessage, anAnswer, emptyState, sessionId, turnId } from '../../testing/records.ts';
import { toItems } from './to-items.ts';

const state = emptyState(sessionId);
const pending = { messageId: 'p', text: 'later', createdAt: '', state: 'sending', error: null } as const;

test('a turn keeps its key from its first event to its stored answer', () => {
  const turn = emptyTurnView(turnId);
  const running = toItems({ ...state, messages: [aMessage()], turn });
  const ended = toItems({ ...state, messages: [aMessage(), anAnswer()], finished: { [turnId]: turn } });
  expect(running.map((item) => [item.kind, item.key])).toEqual(ended.map((item) => [item.kind, item.key]));
  expect(running[1]).toMatchObject({ message: null, view: turn });
  expect(ended[1]).toMatchObject({ message: anAnswer(), view: turn });
});

test('what is on its way comes last, and never twice; what was refused is not on its way', () => {
  const acked = { ...pending, messageId: 'acked' };
  const queued = { ...pending, messageId: 'queued' };
  const items = toItems({
    ...state,
    messages: [aMessage({ id: 'acked' })],
    queue: [{ messageId: 'queued', text: 'later', turnId: 't' }],
    pending: [acked, { ...pending, messageId: 'refused', state: 'failed' }, queued, pending],
  });
  expect(items.map((item) => item.key)).toEqual(['acked', 'p']);
});
