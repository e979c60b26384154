import { createFakeClock } from '@slipstream/testkit/fakes';
import { expect, it } from 'vitest';
import { createJoinedWrites } from './join-writes.ts';

function setUp() {
  const clock = createFakeClock();
  const begun: string[] = [];
  const writes = createJoinedWrites(clock);
  const add = (name: string, write = async () => {}) =>
    writes.add(() => {
      begun.push(name);
      return write();
    });
  return { clock, begun, writes, add };
}

it('begins what came within five milliseconds together, in its order', async () => {
  const { clock, begun, add } = setUp();
  const first = add('one');
  clock.advance(4);
  const second = add('two');
  expect(begun).toEqual([]);
  clock.advance(1);
  expect(begun).toEqual(['one', 'two']);
  await Promise.all([first, second]);
  const third = add('three');
  expect(begun).toHaveLength(2);
  clock.advance(5);
  await third;
  expect(begun).toHaveLength(3);
});

it('begins at once what is asked for, with all that waited, and leaves no timer', async () => {
  const { clock, begun, writes, add } = setUp();
  const both = [add('one'), add('two')];
  writes.flush();
  expect(begun).toEqual(['one', 'two']);
  await Promise.all(both);
  expect(clock.pending()).toEqual([]);
  writes.flush();
  expect(begun).toHaveLength(2);
});

it('one that fails tells its own caller, and the others are written', async () => {
  const { begun, writes, add } = setUp();
  const calls = [add('one', () => Promise.reject(new Error('full'))), add('two')];
  writes.flush();
  const [one, two] = await Promise.allSettled(calls);
  expect([one?.status, two?.status]).toEqual(['rejected', 'fulfilled']);
  expect(begun).toEqual(['one', 'two']);
});
