import type { ServerFrame } from '@slipstream/protocol';
import { describe, expect, it } from 'vitest';
import { applyFrame } from './apply-frame.ts';
import { emptyFold, withAccepted, withOutbox } from './session-fold.ts';
import { toId } from './test/fake-environment.ts';
import { events, ready, snapshot } from './test/frames.ts';
import { aBranch, aSession, aTurn, sequenced, sessionId } from './test/records.ts';
import type { PendingMessage } from './types.ts';

const pending = (changes: Partial<PendingMessage> = {}): PendingMessage => ({
  messageId: toId(4, 1),
  text: 'task 1',
  createdAt: '',
  state: 'sending',
  error: null,
  ...changes,
});
const log = sequenced(aTurn(1));

describe('pending messages', () => {
  const outbox = [pending()];

  it('are shown once: pending, then queued, then stored', () => {
    const waiting = withOutbox(ready(), outbox);
    expect(waiting.state.pending).toEqual(outbox);
    const queue = [{ messageId: toId(4, 1), text: 'task 1', turnId: toId(3, 1) }];
    const queued = applyFrame(waiting, { type: 'queue.updated', sessionId, queue });
    expect(queued.state).toMatchObject({ pending: [], queue });
    const started = applyFrame(queued, events(log.slice(0, 1)));
    expect(started.state).toMatchObject({ pending: [], queue: [] });
    expect(started.state.messages).toHaveLength(1);
    expect(withOutbox(started, []).state).toBe(started.state);
  });

  it('are shown after their ack until a frame shows them', () => {
    const acked = withOutbox(withAccepted(withOutbox(ready(), outbox), pending()), []);
    expect(acked.state.pending).toEqual(outbox);
    const started = applyFrame(acked, events(log.slice(0, 1)));
    expect(started).toMatchObject({ accepted: [], state: { pending: [] } });
    expect(applyFrame(acked, snapshot()).state.pending).toEqual([]);
  });

  it('are in no list twice when the turn starts before the ack', () => {
    const started = applyFrame(withOutbox(ready(), outbox), events(log.slice(0, 1)));
    expect(started.state.pending).toEqual([]);
    const acked = withOutbox(withAccepted(started, pending()), []);
    expect(acked).toMatchObject({ accepted: [], state: { pending: [] } });
  });
});

describe('stopping', () => {
  const stopping = () => {
    const running = applyFrame(ready(), events(log.slice(0, 5)));
    return { ...running, state: { ...running.state, stopping: true } };
  };

  it('ends with the turn', () => {
    expect(applyFrame(stopping(), events(log.slice(0, 8))).state.stopping).toBe(true);
    expect(applyFrame(stopping(), events(log.slice(0, 29))).state.stopping).toBe(false);
  });

  it('ends with a snapshot in which that turn does not run', () => {
    const { turn } = stopping().state;
    expect(applyFrame(stopping(), snapshot({ turn, seq: 5 })).state.stopping).toBe(true);
    expect(applyFrame(stopping(), snapshot({ seq: 29 })).state.stopping).toBe(false);
  });

  it('ends when the session is idle without a turn', () => {
    const idle: ServerFrame = { type: 'session.updated', session: aSession() };
    expect(applyFrame(stopping(), idle).state.stopping).toBe(true);
    const early = ready();
    const asked = { ...early, state: { ...early.state, stopping: true } };
    expect(applyFrame(asked, idle).state.stopping).toBe(false);
  });
});

describe('the session itself', () => {
  it('follows session.updated', () => {
    const session = aSession({ title: 'Renamed' });
    expect(applyFrame(ready(), { type: 'session.updated', session }).state.session).toEqual(session);
  });

  it('is told from one that never was', () => {
    const never = applyFrame(emptyFold(sessionId, []), snapshot({ session: null }));
    expect(never.state).toMatchObject({ phase: 'ready', session: null, deleted: false });
    const gone = applyFrame(ready(), snapshot({ session: null }));
    expect(gone.state).toMatchObject({ session: null, deleted: true });
  });

  it('leaves nothing behind when it is deleted', () => {
    const full = withOutbox(applyFrame(ready({ messages: aBranch(3) }), events(log)), [pending()]);
    const { state, log: name } = applyFrame(full, { type: 'session.deleted', sessionId });
    expect(state).toEqual({ ...emptyFold(sessionId, []).state, phase: 'ready', deleted: true });
    expect(name).toBeNull();
  });

  it('keeps a bounded number of finished turns, the newest', () => {
    const many = sequenced(
      Array.from({ length: 120 }, (_, index) => aTurn(index + 1, index === 0 ? null : toId(5, index))).flat(),
    );
    const { finished } = applyFrame(ready(), events(many)).state;
    expect(Object.keys(finished)).toHaveLength(100);
    expect(Object.keys(finished).at(-1)).toBe(toId(3, 120));
  });
});
