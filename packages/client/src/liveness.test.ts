import { expect, it } from 'vitest';
import { createLiveness } from './liveness.ts';
import { createFakeClock } from './test/fake-environment.ts';

function start() {
  const clock = createFakeClock();
  const told: string[] = [];
  const liveness = createLiveness({
    now: clock.now,
    setTimer: clock.setTimer,
    ping: () => told.push('ping'),
    dead: () => told.push('dead'),
  });
  return { clock, told, liveness };
}

it('does not ask while frames come', () => {
  const { clock, told, liveness } = start();
  for (let second = 0; second < 100; second += 1) {
    clock.advance(1_000);
    liveness.heard();
  }
  expect(told).toEqual([]);
  clock.advance(14_999);
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual(['ping']);
});

it('says dead once, 10 s after a question without an answer', () => {
  const { clock, told } = start();
  clock.advance(24_999);
  expect(told).toEqual(['ping']);
  clock.advance(100_000);
  expect(told).toEqual(['ping', 'dead']);
});

it('takes any frame for an answer', () => {
  const { clock, told, liveness } = start();
  clock.advance(24_000);
  liveness.heard();
  clock.advance(14_000);
  expect(told).toEqual(['ping']);
  clock.advance(1_000);
  expect(told).toEqual(['ping', 'ping']);
});

it('leaves no timer behind', () => {
  for (const use of [(): void => {}, (l: ReturnType<typeof createLiveness>) => l.probe()]) {
    const { clock, liveness } = start();
    use(liveness);
    liveness.stop();
    expect(clock.delays()).toEqual([]);
  }
});
