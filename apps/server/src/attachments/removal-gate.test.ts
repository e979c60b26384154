import { expect, test } from 'vitest';
import { createRemovalGate } from './removal-gate.ts';

/** Notes when each begins, and lets it end by hand. */
function setUp() {
  const gate = createRemovalGate();
  const begun: string[] = [];
  const start = (kind: 'work' | 'remove', name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const over = gate[kind](async () => {
      begun.push(name);
      await promise;
    });
    return { end: resolve, fail: reject, over };
  };
  return { begun, start };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('works run side by side; a removal begins when they are over, and what comes then waits for it', async () => {
  const { begun, start } = setUp();
  const [one, two] = [start('work', 'one'), start('work', 'two')];
  await settle();
  expect(begun).toEqual(['one', 'two']);
  const removal = start('remove', 'removal');
  const three = start('work', 'three');
  one.end();
  await one.over;
  await settle();
  expect(begun).toEqual(['one', 'two']);
  two.end();
  await settle();
  expect(begun).toEqual(['one', 'two', 'removal']);
  removal.end();
  await removal.over;
  await settle();
  expect(begun).toEqual(['one', 'two', 'removal', 'three']);
  three.end();
  await three.over;
});

test('removals run one after the other', async () => {
  const { begun, start } = setUp();
  const [one, two] = [start('remove', 'one'), start('remove', 'two')];
  await settle();
  expect(begun).toEqual(['one']);
  one.end();
  await settle();
  expect(begun).toEqual(['one', 'two']);
  two.end();
  await two.over;
});

test('what fails is told to who asked, and holds up nobody', async () => {
  const { begun, start } = setUp();
  const work = start('work', 'work');
  await settle();
  const removal = start('remove', 'removal');
  work.fail(new Error('no work'));
  await expect(work.over).rejects.toThrow('no work');
  await settle();
  removal.fail(new Error('no removal'));
  await expect(removal.over).rejects.toThrow('no removal');
  const next = start('work', 'next');
  await settle();
  expect(begun).toEqual(['work', 'removal', 'next']);
  next.end();
  await next.over;
});
