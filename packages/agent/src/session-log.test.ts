import type { AgentEvent, EventsFrame, SequencedEvent } from '@slipstream/protocol';
import { applyEvent, emptyTurnView, foldEvents } from '@slipstream/protocol';
import { createFakeClock } from '@slipstream/testkit/fakes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnId } from './run-message.fixture.ts';
import { createSessionLog } from './session-log.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const started: AgentEvent = {
  type: 'turn.started',
  turnId,
  messageId: turnId,
  model: 'm',
  mode: 'default',
  startedAt,
};
const step: AgentEvent = { type: 'step.started', turnId, step: 1, model: 'm', startedAt };
const text = (part: string): AgentEvent => ({ type: 'text.delta', turnId, step: 1, text: part });
const thought = (part: string): AgentEvent => ({ type: 'reasoning.delta', turnId, step: 1, text: part });
const stepEnd: AgentEvent = {
  type: 'step.finished',
  turnId,
  step: 1,
  finishReason: 'stop',
  durationMs: 1,
};

function createReading(options: { keepEvents?: number; keepChars?: number } = {}) {
  const clock = createFakeClock();
  const log = createSessionLog({ id: 'log', sessionId: turnId, clock, ...options });
  const frames: EventsFrame[] = [];
  log.addReader({ frame: (frame) => frames.push(JSON.parse(frame)) });
  const events = () => frames.flatMap((frame) => frame.events);
  return { clock, log, frames, events };
}

describe('joining', () => {
  it('sends the first delta after a quiet time at once, and joins what follows within 25 ms', () => {
    const { clock, log, frames, events } = createReading();
    log.append(started);
    log.append(step);
    clock.advance(100);
    log.append(text('a'));
    expect(events()).toHaveLength(3);
    for (const part of ['b', 'c', 'd']) {
      clock.advance(5);
      log.append(text(part));
    }
    clock.advance(14);
    expect(frames).toHaveLength(3);
    clock.advance(1);
    expect(events().slice(2)).toMatchObject([
      { seq: 3, text: 'a' },
      { seq: 4, text: 'bcd' },
    ]);
  });

  it('never lets another event wait, nor overtake a delta', () => {
    const { log, events } = createReading();
    log.append(started);
    log.append(step);
    log.append(thought('x'));
    log.append(text('a'));
    log.append(text('b'));
    log.append(stepEnd);
    expect(events().map(({ type, seq }) => [seq, type])).toEqual([
      [1, 'turn.started'],
      [2, 'step.started'],
      [3, 'reasoning.delta'],
      [4, 'text.delta'],
      [5, 'step.finished'],
    ]);
  });
});

describe('coming back', () => {
  it('gives exactly what was missed, or says that it cannot', () => {
    const { log } = createReading();
    log.append(started);
    log.append(step);
    log.append(stepEnd);
    expect(log.since(1)?.map((event) => event.seq)).toEqual([2, 3]);
    expect(log.since(3)).toEqual([]);
    expect(log.since(4)).toBeNull();
  });

  it('keeps a bounded tail, whatever is appended', () => {
    const { log } = createReading({ keepEvents: 10, keepChars: 10_000 });
    log.append(started);
    for (let n = 0; n < 200; n += 1) log.append(step);
    expect(log.since(0)).toBeNull();
    expect(log.since(log.seq - 10)).toHaveLength(10);
    log.append({ ...started, turnId });
    for (let n = 0; n < 50; n += 1) {
      log.append(text('x'.repeat(3000)));
      log.append(step);
    }
    expect(log.since(log.seq - 40)).toBeNull();
    expect(log.since(log.seq - 2)).toHaveLength(2);
  });
});

describe('any run of events, cut anywhere', () => {
  const event = fc.oneof(
    fc.constant(step),
    fc.string().map(text),
    fc.string().map(thought),
    fc.constant(stepEnd),
    fc
      .string()
      .map(
        (part): AgentEvent => ({ type: 'tool.args', turnId, step: 1, callId: 'c', name: 'n', text: part }),
      ),
    fc
      .string({ maxLength: 40 })
      .map((part): AgentEvent => ({ type: 'tool.progress', turnId, callId: 'c', text: part })),
  );

  it('has numbers without a gap, and folds to the same view live, resumed and from a snapshot', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(event, fc.nat(40)), { maxLength: 60 }), fc.nat(60), (run, cut) => {
        const { clock, log, events } = createReading();
        log.append(started);
        log.append(step);
        let snapshot = { seq: 0, view: emptyTurnView(turnId) };
        let middle = 0;
        run.forEach(([one, wait], index) => {
          log.append(one);
          clock.advance(wait);
          if (index === cut) {
            log.flush();
            middle = log.seq;
            snapshot = JSON.parse(JSON.stringify({ seq: log.seq, view: log.view }));
          }
        });
        log.flush();
        const live = events();
        expect(live.map((each) => each.seq)).toEqual(live.map((_, index) => index + 1));
        const fold = (list: SequencedEvent[]) =>
          foldEvents(
            turnId,
            list.map(({ seq: _, ...each }) => each),
          );
        const whole = fold(live);
        expect(log.view).toEqual(whole);
        expect(fold([...live.slice(0, middle), ...(log.since(middle) ?? [])])).toEqual(whole);
        const after = live.filter((each) => each.seq > snapshot.seq);
        expect(after.reduce(applyEvent, snapshot.view)).toEqual(whole);
        expect(foldEvents(turnId, [started, step, ...run.map(([one]) => one)])).toEqual(whole);
      }),
    );
  });
});
