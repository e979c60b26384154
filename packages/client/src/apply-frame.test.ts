import {
  type AgentEvent,
  foldEvents,
  type SequencedEvent,
  type ServerFrame,
  type SnapshotFrame,
} from '@slipstream/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import { emptyFold, resumePoint } from './session-fold.ts';
import { toId } from './test/fake-environment.ts';
import { events, fold, ready, snapshot } from './test/frames.ts';
import { aBranch, aMessage, aSession, aTurn, sequenced, sessionId } from './test/records.ts';

const turns = [...aTurn(1), ...aTurn(2, toId(5, 1))];
const log = sequenced(turns);
const uncut = applyFrame(ready(), events(log)).state;

describe('a whole turn', () => {
  it('shows the message, then the view, then the answer and the finished view', () => {
    const one = sequenced(aTurn(1));
    const started = applyFrame(ready(), events(one.slice(0, 1))).state;
    expect(started.messages.map((message) => message.text)).toEqual(['task 1']);
    expect(started.turn?.status).toBe('running');

    const half = applyFrame(ready(), events(one.slice(0, 15))).state;
    expect(half.turn).toEqual(foldEvents(toId(3, 1), one.slice(0, 15)));
    expect(half.messages).toHaveLength(1);

    const { state } = applyFrame(ready(), events(one));
    expect(state.turn).toBeNull();
    expect(state.messages.map((message) => message.text)).toEqual(['task 1', 'It is done.']);
    expect(state.finished).toEqual({ [toId(3, 1)]: foldEvents(toId(3, 1), one) });
  });

  it('gives the same state however the events are cut into frames', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (sizes) => {
        let state = ready();
        let from = 0;
        for (const size of [...sizes, log.length]) {
          state = applyFrame(state, events(log.slice(from, from + size)));
          from += size;
        }
        expect(state.state).toEqual(uncut);
      }),
    );
  });

  it('gives the same state when it is resumed after any event, also with events sent twice', () => {
    for (let cut = 0; cut <= log.length; cut += 1) {
      for (const again of [0, 1, 5]) {
        const state = fold(
          ready(),
          events(log.slice(0, cut)),
          { type: 'resumed', sessionId, log: 'log-1', seq: cut, queue: [] },
          events(log.slice(Math.max(0, cut - again))),
        );
        expect(state.state).toEqual(uncut);
        expect(resumePoint(state)).toEqual({ log: 'log-1', seq: log.length });
      }
    }
  });

  it('gives the same session, messages, turn and queue from a snapshot at any event', () => {
    for (let cut = 0; cut <= log.length; cut += 1) {
      const there = applyFrame(ready(), events(log.slice(0, cut))).state;
      const { messages, turn, queue } = there;
      const fromServer = snapshot({
        log: 'log-2',
        seq: cut,
        messages: [...messages],
        turn,
        queue: [...queue],
      });
      const joined = fold(emptyFold(sessionId, []), fromServer, events(log.slice(cut)));
      const watched = fold(ready(), events(log.slice(0, cut)), fromServer, events(log.slice(cut)));
      expect({ ...joined.state, finished: uncut.finished }).toEqual(uncut);
      expect(watched.state).toEqual(uncut);
    }
  });

  it('ignores an event of an unknown type but counts it', () => {
    const strange = { type: 'mood.changed', turnId: toId(3, 1), mood: 'good' } as unknown as AgentEvent;
    const with3 = sequenced([
      ...turns.slice(0, 5),
      strange,
      ...turns.slice(5, 9),
      strange,
      ...turns.slice(9),
    ]);
    const state = applyFrame(ready(), events(with3));
    expect(state.state).toEqual(uncut);
    expect(state.seq).toBe(turns.length + 2);
  });

  it('does not take a sub-agent for the turn', () => {
    const agent = { id: toId(6, 1), name: 'planner', callId: 'call-2' };
    const last = aTurn(1).at(-1) as AgentEvent;
    const inside = sequenced([...aTurn(1).slice(0, 18), { ...last, agent }]);
    const { state } = applyFrame(ready(), events(inside));
    expect(state.turn?.turnId).toBe(toId(3, 1));
    expect(state.finished).toEqual({});
  });
});

describe('gaps', () => {
  it('stops at a missing event and goes on from a snapshot', () => {
    const gap = fold(ready(), events(log.slice(0, 3)), events(log.slice(4, 6)));
    expect(gap.gap).toBe(true);
    expect(resumePoint(gap)).toBeUndefined();
    expect(gap.state).toEqual(applyFrame(ready(), events(log.slice(0, 3))).state);
    expect(applyFrame(gap, events(log.slice(3, 5)))).toBe(gap);

    const { turn, messages } = applyFrame(ready(), events(log.slice(0, 10))).state;
    const healed = fold(gap, snapshot({ seq: 10, turn, messages: [...messages] }), events(log.slice(10)));
    expect(healed.gap).toBe(false);
    expect(healed.state).toEqual(uncut);
  });

  it('keeps what came before the gap in the same frame', () => {
    const gap = applyFrame(ready(), events([...log.slice(0, 4), ...log.slice(6, 8)]));
    expect(gap).toMatchObject({ gap: true, seq: 4 });
    expect(gap.state.turn).toEqual(applyFrame(ready(), events(log.slice(0, 4))).state.turn);
  });

  it('takes being resumed in another log for a gap', () => {
    const other = applyFrame(ready(), { type: 'resumed', sessionId, log: 'log-9', seq: 0, queue: [] });
    expect(other.gap).toBe(true);
  });

  it('leaves events alone before the first snapshot', () => {
    const empty = emptyFold(sessionId, []);
    expect(applyFrame(empty, events(log))).toBe(empty);
  });
});

describe('identity', () => {
  it('is kept for frames that change nothing', () => {
    const state = fold(ready({ messages: aBranch(4) }), events(log.slice(0, 5)));
    const same: ServerFrame[] = [
      events(log.slice(0, 5)),
      { type: 'session.updated', session: aSession() },
      { type: 'queue.updated', sessionId: toId(9, 2), queue: [] },
      { type: 'session.deleted', sessionId: toId(9, 2) },
      { type: 'session.updated', session: aSession({ id: toId(9, 2) }) },
      { type: 'pong' },
      { type: 'mood.changed', sessionId } as unknown as ServerFrame,
    ];
    for (const frame of same) expect(applyFrame(state, frame)).toBe(state);
  });

  it('is kept for the parts that an event does not change', () => {
    const before = fold(ready({ messages: aBranch(4) }), events(log.slice(0, 16))).state;
    const after = fold(ready({ messages: aBranch(4) }), events(log.slice(0, 16)));
    const next = applyFrame(after, events(log.slice(16, 17))).state;
    expect(next.turn?.steps[0]).toBe(after.state.turn?.steps[0]);
    for (const key of ['messages', 'queue', 'finished', 'pending', 'session'] as const)
      expect(next[key]).toBe(after.state[key]);
    expect(next.turn?.steps).toHaveLength((before.turn?.steps.length ?? 0) + 1);
  });

  it('is kept for the parts of a snapshot that say the same', () => {
    const before = fold(ready({ messages: aBranch(4) }), events(log.slice(0, 16)));
    const again = JSON.parse(
      JSON.stringify(
        snapshot({ log: 'log-2', seq: 16, messages: [...before.state.messages], turn: before.state.turn }),
      ),
    ) as SnapshotFrame;
    const after = applyFrame(before, again);
    for (const key of ['session', 'messages', 'turn', 'queue'] as const)
      expect(after.state[key]).toBe(before.state[key]);
  });
});

describe('messages', () => {
  it('that were loaded before a snapshot stay in front of it', () => {
    const held = ready({ messages: aBranch(80), hasMore: true });
    const { state } = applyFrame(held, snapshot({ messages: aBranch(50, 40), hasMore: true }));
    expect(state.messages).toEqual(aBranch(90));
    expect(state.messages[0]).toBe(held.state.messages[0]);
    expect(state.hasMore).toBe(true);
    const whole = applyFrame(
      ready({ messages: aBranch(80) }),
      snapshot({ messages: aBranch(50, 40), hasMore: true }),
    );
    expect(whole.state).toMatchObject({ hasMore: false });
  });

  it('of another branch are replaced by a snapshot', () => {
    const other = aBranch(50, 40).map((message) => ({
      ...message,
      id: message.id.replace('00000002', '00000012'),
    }));
    const { state } = applyFrame(
      ready({ messages: aBranch(80) }),
      snapshot({ messages: other, hasMore: true }),
    );
    expect(state.messages).toEqual(other);
    expect(state.hasMore).toBe(true);
  });

  it('of a turn under an earlier message take the place of what followed it', () => {
    const start = ready({ messages: aBranch(6) });
    const branch = sequenced(aTurn(1, toId(2, 1)));
    expect(applyFrame(start, events(branch)).state.messages.map(({ id }) => id)).toEqual([
      toId(2, 0),
      toId(2, 1),
      toId(4, 1),
      toId(5, 1),
    ]);
  });

  it('that are answered again lose the answer that was there', () => {
    const first = applyFrame(ready(), events(sequenced(aTurn(1))));
    const again = aTurn(1).map((event, index): SequencedEvent => {
      const moved = { ...event, turnId: toId(3, 7), seq: first.seq + 1 + index };
      if (moved.type !== 'turn.finished') return moved;
      return { ...moved, message: aMessage({ id: toId(5, 7), parentId: toId(4, 1), text: 'Another.' }) };
    });
    const { state } = applyFrame(first, events(again));
    expect(state.messages.map(({ text }) => text)).toEqual(['task 1', 'Another.']);
  });
});
