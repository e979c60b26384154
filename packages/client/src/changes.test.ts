import { expect, it } from 'vitest';
import { createChanges } from './changes.ts';

/** After the microtasks that were there when it was called. */
const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

it('tells once of many changes, and again of later ones', async () => {
  const changes = createChanges();
  let told = 0;
  changes.listen(() => {
    told += 1;
  });
  for (let change = 0; change < 100; change += 1) changes.changed();
  expect(told).toBe(0);
  await settled();
  expect(told).toBe(1);
  changes.changed();
  await settled();
  expect(told).toBe(2);
});

it('tells the same function as often as it listens, until each has ended', async () => {
  const changes = createChanges();
  let told = 0;
  const listener = () => {
    told += 1;
  };
  const ends = [changes.listen(listener), changes.listen(listener)];
  ends[0]?.();
  ends[0]?.();
  changes.changed();
  await settled();
  expect(told).toBe(1);
});

it('does not call who left while others were told, nor anybody after close', async () => {
  const changes = createChanges();
  const told: string[] = [];
  let leave = () => {};
  changes.listen(() => {
    told.push('first');
    leave();
  });
  leave = changes.listen(() => told.push('left'));
  changes.listen(() => {
    told.push('third');
    changes.close();
  });
  changes.listen(() => told.push('after close'));
  changes.changed();
  await settled();
  changes.changed();
  await settled();
  expect(told).toEqual(['first', 'third']);
});
