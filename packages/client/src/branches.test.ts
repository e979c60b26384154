import type { EventOf } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import { resumePoint } from './session-fold.ts';
import { toId } from './test/fake-environment.ts';
import { events, fold, ready, snapshot } from './test/frames.ts';
import { aMessage, aTurn, sequenced, sessionId } from './test/records.ts';

const [first] = aTurn(1);
if (first?.type !== 'turn.started') throw new Error('A turn without a beginning.');
const started: EventOf<'turn.started'> = first;

describe('a message on another branch', () => {
  it('whose parent is shown takes the place of what followed there', () => {
    const one = aMessage({ id: toId(1, 1), text: 'one' });
    const second = aMessage({ id: toId(1, 2), parentId: one.id, text: 'two' });
    const edited = aMessage({ id: toId(1, 3), parentId: one.id, text: 'two, better' });
    const shown = applyFrame(ready(), snapshot({ seq: 0, messages: [one, second] }));
    const event = { ...started, messageId: edited.id, message: edited };
    const { state, gap } = applyFrame(shown, events(sequenced([event])));
    expect(gap).toBe(false);
    expect(state.messages.map((message) => message.text)).toEqual(['one', 'two, better']);
  });

  it('whose parent is not shown can be placed by a snapshot only', () => {
    const shown = applyFrame(ready(), snapshot({ seq: 0, messages: [aMessage({ id: toId(1, 9) })] }));
    const elsewhere = aMessage({ id: toId(1, 3), parentId: toId(1, 1) });
    const after = applyFrame(
      shown,
      events(sequenced([{ ...started, messageId: elsewhere.id, message: elsewhere }])),
    );
    expect(after.gap).toBe(true);
    expect(resumePoint(after)).toBeUndefined();
    expect(after.state.messages).toEqual(shown.state.messages);
  });
});

describe('what waits', () => {
  const queue = [{ messageId: toId(1, 5), turnId: toId(3, 5), text: 'later', steer: true as const }];

  it('leaves the queue for the conversation when it joins the turn', () => {
    const turn = aTurn(1).slice(0, 2);
    const asked = aMessage({ id: started.messageId });
    const message = aMessage({ id: toId(1, 5), parentId: asked.id, text: 'later' });
    const joined = {
      type: 'message.joined' as const,
      turnId: started.turnId,
      step: 2,
      messageId: message.id,
      text: 'later',
      message,
    };
    const { state } = fold(
      ready(),
      events(sequenced(turn)),
      { type: 'queue.updated', sessionId, queue },
      { ...events([{ seq: turn.length + 1, ...joined }]) },
    );
    expect(state.queue).toEqual([]);
    expect(state.messages.at(-1)).toEqual(message);
    expect(state.turn?.joined).toEqual([{ messageId: message.id, step: 2, text: 'later' }]);
  });

  it('says that it waits for the person, until it does not', () => {
    const frame = { type: 'queue.updated' as const, sessionId, queue };
    const paused = applyFrame(ready(), { ...frame, queuePaused: true });
    expect(paused.state.queuePaused).toBe(true);
    expect(applyFrame(paused, frame).state.queuePaused).toBe(false);
  });
});
