import { type AgentEvent, foldEvents } from '@slipstream/protocol';
import { expect, it } from 'vitest';
import { createLiveView } from './live-view.ts';
import { turnId } from './run-message.fixture.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const base = { turnId, step: 1 };

it('is the fold of all events, also where many pieces are folded at once', () => {
  const view = createLiveView();
  const events: AgentEvent[] = [
    { type: 'turn.started', turnId, messageId: turnId, model: 'm', mode: 'default', startedAt },
    { type: 'step.started', ...base, model: 'm', startedAt },
    ...Array.from({ length: 700 }, (_, index): AgentEvent => {
      const type = index % 300 < 290 ? 'text.delta' : 'reasoning.delta';
      return { type, ...base, text: `${index} ` };
    }),
  ];
  for (const event of events) view.apply(event);
  expect(view.get()).toEqual(foldEvents(turnId, events));
  expect(view.get()).toBe(view.get());
});

it('has nothing of what is said between turns', () => {
  const view = createLiveView();
  view.apply({ type: 'text.delta', ...base, text: 'x' });
  expect(view.get()).toBeNull();
});
