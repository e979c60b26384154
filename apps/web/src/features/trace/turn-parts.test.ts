import { foldEvents } from '@slipstream/protocol';
import { expect, test } from 'vitest';
import { anAnswer, turnEvents, turnId } from '../../testing/records.ts';
import { toTurnParts } from './turn-parts.ts';

const make = turnEvents(0);
const one = [
  make.started('x'),
  make.step(1),
  make.say(1, 'first'),
  make.call(1, '1', 'bash', {}),
  make.result('1', ''),
];
const two = [...one, make.stepDone(1), make.step(2)];
const three = [...two, make.say(2, 'the answer')];

test('while it runs the newest step that has anything is in sight, the ones before are folded', () => {
  const inFirst = toTurnParts(null, foldEvents(turnId, one));
  expect(inFirst).toMatchObject({ answer: 'first', answerKey: 'step-1', folded: [] });
  expect(inFirst.current?.calls).toHaveLength(1);

  const waiting = toTurnParts(null, foldEvents(turnId, two));
  expect(waiting.current?.step).toBe(1);

  const inSecond = toTurnParts(null, foldEvents(turnId, three));
  expect(inSecond).toMatchObject({ answer: 'the answer', answerKey: 'step-2' });
  expect(inSecond.folded.map((step) => step.step)).toEqual([1]);
});

test('at the end every step is folded and the answer keeps its key', () => {
  const end = make.finished({ text: 'the answer' });
  const parts = toTurnParts(anAnswer({ text: 'the answer' }), foldEvents(turnId, [...three, end]));
  expect(parts).toMatchObject({ answer: 'the answer', answerKey: 'step-2', current: null });
  expect(parts.folded).toHaveLength(2);
  expect(parts.summary).toMatchObject({ tools: 1, failed: 0, durationMs: 12_400 });
});

test('an answer without work has no line above it', () => {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.say(1, 'hi'),
    make.finished({ text: 'hi' }),
  ]);
  expect(toTurnParts(anAnswer(), view).summary).toBeNull();
  const trace = { steps: 1, tools: 0, agents: 0, durationMs: 900 };
  expect(toTurnParts(anAnswer({ trace }), null).summary).toBeNull();
});

test('reasoning alone is worth the line', () => {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.think(1, 'hm'),
    make.finished({ text: 'hi' }),
  ]);
  expect(toTurnParts(anAnswer(), view).summary).toMatchObject({ thought: true, tools: 0 });
});

test('a past turn is summed up by its message until its steps are there', () => {
  const trace = { steps: 3, tools: 4, agents: 1, durationMs: 12_000, failed: 2 };
  expect(toTurnParts(anAnswer({ trace }), null).summary).toMatchObject({ ...trace, atLeast: false });
  // How long it went on after it was last heard of nobody knows.
  const cut = anAnswer({ trace, status: 'interrupted' });
  expect(toTurnParts(cut, null).summary).toMatchObject({ ...trace, atLeast: true });
});

test('failed and unknown calls are counted', () => {
  const view = foldEvents(turnId, [
    make.started('x'),
    make.step(1),
    make.call(1, '1', 'bash', {}),
    make.call(1, '2', 'bash', {}),
    make.result('1', 'no', 1, 'error'),
    make.result('2', 'yes'),
  ]);
  expect(toTurnParts(anAnswer(), view).summary).toMatchObject({ tools: 2, failed: 1 });
});
