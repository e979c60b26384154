import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPacer } from './pacer.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start(pacer = createPacer(), signal = new AbortController().signal) {
  const ranges: [number, number][] = [];
  const state = { ready: true };
  const done = pacer.run({
    count: 10,
    perSecond: 50,
    ready: () => state.ready,
    send: (from, to) => ranges.push([from, to]),
    signal,
  });
  return { ranges, state, done };
}

test('sends at the rate, every token once, and leaves no timer', async () => {
  const { ranges, done } = start();
  vi.advanceTimersByTime(100);
  expect(ranges.at(-1)?.[1]).toBe(5);
  vi.advanceTimersByTime(100);
  await done;
  expect(ranges.map(([from]) => from)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(vi.getTimerCount()).toBe(0);
});

test('catches up after a reader was slow', async () => {
  const { ranges, state, done } = start();
  state.ready = false;
  vi.advanceTimersByTime(150);
  expect(ranges).toEqual([]);
  state.ready = true;
  vi.advanceTimersByTime(10);
  expect(ranges).toEqual([[0, 8]]);
  vi.advanceTimersByTime(100);
  await done;
  expect(ranges.at(-1)).toEqual([9, 10]);
});

test('many streams share one timer, and an abort ends only its own', async () => {
  const pacer = createPacer();
  const controller = new AbortController();
  const first = start(pacer, controller.signal);
  const second = start(pacer);
  expect(vi.getTimerCount()).toBe(1);
  controller.abort(new Error('gone'));
  await expect(first.done).rejects.toThrow('gone');
  vi.advanceTimersByTime(300);
  await second.done;
  expect(first.ranges).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
