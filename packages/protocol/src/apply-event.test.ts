import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEvent, emptyTurnView, foldEvents, liveTextLimit } from './apply-event.ts';
import type { AgentEvent } from './events.ts';
import { noUsage } from './usage.ts';

const turnId = '00000000-0000-7000-8000-000000000001';
const startedAt = '2026-01-01T00:00:00.000Z';
const base = { turnId };
const started: AgentEvent = {
  type: 'turn.started',
  ...base,
  messageId: turnId,
  model: 'm',
  mode: 'plan',
  startedAt,
};
const step = (n: number): AgentEvent => ({ type: 'step.started', ...base, step: n, model: 'm', startedAt });
const call = (callId: string, n = 1): AgentEvent => ({
  type: 'tool.started',
  ...base,
  step: n,
  callId,
  name: 'look',
  args: { a: 1 },
  title: 'Look',
  startedAt,
});
const done = (callId: string, output = 'out'): AgentEvent => ({
  type: 'tool.finished',
  ...base,
  callId,
  name: 'look',
  status: 'ok',
  output,
  truncated: false,
  bytes: output.length,
  durationMs: 3,
});

describe('the fold', () => {
  it('shows a call from its first argument to its result', () => {
    const views: (string | undefined)[] = [];
    let view = emptyTurnView(turnId);
    for (const event of [
      started,
      step(1),
      { type: 'tool.args', ...base, step: 1, callId: 'c', name: 'look', text: '{"a"' },
      { type: 'tool.args', ...base, step: 1, callId: 'c', name: 'look', text: ':1}' },
      call('c'),
      {
        type: 'approval.requested',
        ...base,
        approvalId: turnId,
        callId: 'c',
        name: 'look',
        args: {},
        reason: 'why',
        startedAt,
      },
      {
        type: 'approval.resolved',
        ...base,
        approvalId: turnId,
        callId: 'c',
        decision: 'allow_once',
        durationMs: 1,
      },
      { type: 'tool.progress', ...base, callId: 'c', text: 'line' },
      done('c'),
    ] satisfies AgentEvent[]) {
      view = applyEvent(view, event);
      const one = view.steps[0]?.calls[0];
      views.push(one && `${one.status} ${one.argsText}|${one.progress}|${one.output}`);
    }
    expect(views).toEqual([
      undefined,
      undefined,
      'preparing {"a"||null',
      'preparing {"a":1}||null',
      'running ||null',
      'waiting ||null',
      'running ||null',
      'running |line|null',
      'ok ||out',
    ]);
  });

  it('keeps calls in the order of the answer, and a repeated call id with its newest step', () => {
    const view = foldEvents(turnId, [
      started,
      step(1),
      call('c'),
      done('c', 'one'),
      step(2),
      call('c', 2),
      done('c', 'two'),
    ]);
    expect(view.steps.map((each) => each.calls.map((one) => one.output))).toEqual([['one'], ['two']]);
  });

  it('withdraws the text of an attempt that is tried again, and forgets the wait when it goes on', () => {
    const retry: AgentEvent = {
      type: 'retry',
      ...base,
      step: 1,
      attempt: 1,
      delayMs: 5,
      kind: 'server',
      message: 'no',
      facts: {
        what: 'server',
        host: 'h',
        model: 'm',
        keyName: 'K',
        urlName: 'U',
        words: 'x'.repeat(100_000),
      },
      startedAt,
    };
    const before = foldEvents(turnId, [
      started,
      step(1),
      { type: 'text.delta', ...base, step: 1, text: 'half' },
      retry,
    ]);
    expect(before.steps[0]?.text).toBe('');
    expect(before.retry).toMatchObject({ attempt: 1, facts: { what: 'server', host: 'h' } });
    expect(before.retry?.facts?.words.length).toBeLessThan(10_000);
    const after = applyEvent(before, { type: 'text.delta', ...base, step: 1, text: 'whole' });
    expect(after.retry).toBeNull();
    expect(after.steps[0]).toMatchObject({ text: 'whole', retries: [{ attempt: 1 }] });
  });

  it('nests what a sub-agent does under its own run', () => {
    const agent = { id: 'a1', name: 'explore', callId: 'c' };
    const view = foldEvents(turnId, [
      started,
      step(1),
      call('c'),
      { ...step(1), agent } as AgentEvent,
      { type: 'text.delta', ...base, agent, step: 1, text: 'found' },
      done('c'),
    ]);
    expect(view.steps[0]?.text).toBe('');
    expect(view.agents).toMatchObject([{ name: 'explore', callId: 'c', steps: [{ text: 'found' }] }]);
  });

  it('drops previews that never became calls when the turn ends', () => {
    const view = foldEvents(turnId, [
      started,
      step(1),
      { type: 'tool.args', ...base, step: 1, callId: 'c', name: 'look', text: '{' },
      {
        type: 'turn.finished',
        ...base,
        status: 'cancelled',
        messageId: turnId,
        text: '',
        usage: noUsage,
        steps: 1,
        durationMs: 1,
      },
    ]);
    expect(view.steps[0]?.calls).toEqual([]);
    expect(view.status).toBe('cancelled');
  });

  it('ignores other turns, unknown steps and calls, and types that it does not know', () => {
    const view = foldEvents(turnId, [started, step(1)]);
    const other = '00000000-0000-7000-8000-000000000002';
    for (const event of [
      { type: 'text.delta', turnId: other, step: 1, text: 'x' },
      { type: 'text.delta', ...base, step: 7, text: 'x' },
      done('nobody'),
      { type: 'from.the.future', ...base } as unknown as AgentEvent,
    ] satisfies AgentEvent[])
      expect(applyEvent(view, event)).toBe(view);
  });

  it('changes nothing in place', () => {
    const freeze = <T>(value: T): T => {
      if (value && typeof value === 'object' && !Object.isFrozen(value)) {
        Object.freeze(value);
        Object.values(value).forEach(freeze);
      }
      return value;
    };
    let view = freeze(emptyTurnView(turnId));
    for (const event of [started, step(1), call('c'), done('c'), step(2)])
      view = freeze(applyEvent(view, event));
    expect(view.steps).toHaveLength(2);
  });

  it('does not depend on how live texts were cut, also beyond what a view keeps', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 200 }).map((part) => part.repeat(300)),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (text, cuts) => {
          const places = [
            0,
            ...cuts.map((cut) => Math.floor(cut * text.length)).sort((a, b) => a - b),
            text.length,
          ];
          const parts = places.slice(1).map((end, index) => text.slice(places[index], end));
          const fold = (list: string[]) =>
            foldEvents(turnId, [
              started,
              step(1),
              call('c'),
              ...list.map(
                (part): AgentEvent => ({ type: 'tool.progress', ...base, callId: 'c', text: part }),
              ),
            ]);
          expect(fold(parts)).toEqual(fold([text]));
          expect(fold(parts).steps[0]?.calls[0]?.progress.length).toBeLessThanOrEqual(liveTextLimit);
        },
      ),
      { numRuns: 50 },
    );
  });
});
