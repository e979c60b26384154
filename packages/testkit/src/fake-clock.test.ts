import { sleep } from '@slipstream/agent';
import { expect, test } from 'vitest';
import { createFakeClock } from './fake-clock.ts';

test('stands still until it is moved', () => {
  const clock = createFakeClock(1000);
  expect(clock.now()).toBe(1000);
  clock.advance(250);
  expect(clock.now()).toBe(1250);
  expect(createFakeClock().now()).toBe(Date.parse('2026-01-01T00:00:00.000Z'));
});

test('calls what becomes due in order of due time, equal ones in the order they were set', () => {
  const clock = createFakeClock(0);
  const calls: string[] = [];
  const note = (name: string) => () => calls.push(`${name}@${clock.now()}`);
  clock.after(30, note('c'));
  clock.after(10, note('a'));
  clock.after(10, note('b'));
  clock.after(50, note('late'));
  clock.advance(40);
  expect(calls).toEqual(['a@10', 'b@10', 'c@30']);
  expect(clock.now()).toBe(40);
  expect(clock.pending()).toEqual([10]);
});

test('a timer set while time moves is called in the same move if it is due', () => {
  const clock = createFakeClock(0);
  const at: number[] = [];
  const again = () => {
    at.push(clock.now());
    clock.after(10, again);
  };
  clock.after(10, again);
  clock.advance(35);
  expect(at).toEqual([10, 20, 30]);
});

test('a cancelled timer is never called, also when another timer cancels it', () => {
  const clock = createFakeClock(0);
  const calls: string[] = [];
  const cancelB = clock.after(20, () => calls.push('b'));
  clock.after(10, () => {
    calls.push('a');
    cancelB();
  });
  clock.after(5, () => calls.push('never'))();
  clock.advance(100);
  expect(calls).toEqual(['a']);
  expect(clock.pending()).toEqual([]);
});

test('moves to the next timer', () => {
  const clock = createFakeClock(0);
  let calls = 0;
  clock.after(70, () => calls++);
  expect(clock.advanceToNext()).toBe(70);
  expect([calls, clock.now()]).toEqual([1, 70]);
  expect(clock.advanceToNext()).toBeUndefined();
});

test('tells when code under test has begun to wait', async () => {
  const clock = createFakeClock(0);
  const { signal } = new AbortController();
  const done = (async () => {
    await sleep(clock, 10, signal);
    await sleep(clock, 20, signal);
    return clock.now();
  })();
  await clock.waitForTimers(1);
  clock.advance(10);
  await clock.waitForTimers(1);
  clock.advance(20);
  expect(await done).toBe(30);
});

test('sleep leaves no timer behind when it is aborted', async () => {
  const clock = createFakeClock(0);
  const controller = new AbortController();
  const asleep = sleep(clock, 10, controller.signal);
  controller.abort(new Error('stop'));
  await expect(asleep).rejects.toThrow('stop');
  expect(clock.pending()).toEqual([]);
});
