import { createFakeClock } from '@slipstream/testkit/fakes';
import { expect, test } from 'vitest';
import { joinBatches } from './join-batches.ts';
import type { ModelChunk } from './model.ts';

type Batch = readonly ModelChunk[];

const text = (words: string): Batch => [{ type: 'text', text: words }];
const notice: Batch = [{ type: 'notice', level: 'info', code: 'x', text: 'n' }];
const words = (batch: Batch) => batch.map((chunk) => ('text' in chunk ? chunk.text : chunk.type)).join('');

/** A stream that gives what it is told to, and a reader that notes what comes out, and when. */
function setUp() {
  const clock = createFakeClock();
  const began = clock.now();
  let give: ((result: IteratorResult<Batch, void>) => void) | undefined;
  let fail: ((reason: unknown) => void) | undefined;
  let returned = 0;
  const waiting: IteratorResult<Batch, void>[] = [];
  const source: AsyncIterableIterator<Batch, void, void> = {
    next: () =>
      new Promise((resolve, reject) => {
        const ready = waiting.shift();
        if (ready) return resolve(ready);
        give = resolve;
        fail = reject;
      }),
    async return() {
      returned += 1;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  const settled = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const push = async (result: IteratorResult<Batch, void>) => {
    const resolve = give;
    give = undefined;
    if (resolve) resolve(result);
    else waiting.push(result);
    await settled();
  };
  const joined = joinBatches(source, clock, 25);
  const out: [number, string][] = [];
  const read = (async () => {
    for await (const batch of joined) out.push([clock.now() - began, words(batch)]);
    out.push([clock.now() - began, 'end']);
  })().catch((thrown: unknown) => out.push([clock.now() - began, String(thrown)]));
  return {
    clock,
    out,
    read,
    joined,
    settled,
    returned: () => returned,
    say: (batch: Batch) => push({ done: false, value: batch }),
    end: () => push({ done: true, value: undefined }),
    async fail(reason: string) {
      fail?.(reason);
      await settled();
    },
    async advance(ms: number) {
      clock.advance(ms);
      await settled();
    },
  };
}

test('the first piece passes at once, what follows goes together up to 25 ms later', async () => {
  const { say, advance, out, clock } = setUp();
  await say(text('a'));
  await advance(20);
  await say(text('b'));
  await advance(20);
  await say(text('c'));
  await advance(5);
  await advance(15);
  await say(text('d'));
  await advance(20);
  await say(text('e'));
  expect(out).toEqual([
    [0, 'a'],
    [45, 'bc'],
  ]);
  await advance(5);
  expect(out.slice(2)).toEqual([[85, 'de']]);
  expect(clock.pending()).toEqual([]);
});

test('streams that began at different moments go on at the same ones', async () => {
  const first = setUp();
  await first.say(text('a'));
  await first.advance(12);
  await first.say(text('b'));
  await first.advance(22);
  expect(first.out).toHaveLength(1);
  await first.advance(1);
  expect(first.out).toEqual([
    [0, 'a'],
    [35, 'b'],
  ]);
});

test('nothing waits longer than 25 ms', async () => {
  const { say, advance, out, clock } = setUp();
  await say(text('a'));
  await advance(10);
  await say(text('b'));
  await advance(10);
  await say(text('c'));
  await advance(14);
  expect(out).toHaveLength(1);
  await advance(1);
  expect(out).toEqual([
    [0, 'a'],
    [35, 'bc'],
  ]);
  expect(clock.pending()).toEqual([]);
});

test('slow pieces wait for nothing', async () => {
  const { say, advance, out } = setUp();
  for (const piece of ['a', 'b', 'c']) {
    await say(text(piece));
    await advance(25);
  }
  expect(out).toEqual([
    [0, 'a'],
    [25, 'b'],
    [50, 'c'],
  ]);
});

test('anything but pieces goes at once, with what waits before it', async () => {
  const { say, end, out, read, clock } = setUp();
  await say(text('a'));
  await say(text('b'));
  await say(notice);
  await say(text('c'));
  await end();
  await read;
  expect(out).toEqual([
    [0, 'a'],
    [0, 'bn'],
    [0, 'c'],
    [0, 'end'],
  ]);
  expect(clock.pending()).toEqual([]);
});

test('what came before an error is given before it', async () => {
  const { say, fail, out, read, clock } = setUp();
  await say(text('a'));
  await say(text('b'));
  await fail('stopped');
  await read;
  expect(out).toEqual([
    [0, 'a'],
    [0, 'b'],
    [0, 'stopped'],
  ]);
  expect(clock.pending()).toEqual([]);
});

test('a reader that stops ends the stream, and leaves no timer', async () => {
  const { say, joined, out, read, clock, returned } = setUp();
  await say(text('a'));
  await say(text('b'));
  await joined.return?.();
  await read;
  expect(out).toEqual([
    [0, 'a'],
    [0, 'end'],
  ]);
  expect(returned()).toBe(1);
  expect(clock.pending()).toEqual([]);
});
