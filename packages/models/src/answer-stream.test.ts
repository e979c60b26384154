// The iterator by itself, over attempts that the test drives.
import type { ModelChunk } from '@slipstream/agent';
import { describe, expect, test } from 'vitest';
import { type Attempt, createAnswerStream } from './answer-stream.ts';

type Ending = { again: boolean };
type Taken = readonly ModelChunk[] | Ending;

const batch = (text: string): readonly ModelChunk[] => [{ type: 'text', text }];
const done = { done: true, value: undefined };

/** An attempt whose `give` puts in what comes next. Everything that happens to it is noted. */
function createAttempt(notes: string[], ...ready: Taken[]) {
  let wake: (() => void) | undefined;
  let broken: Error | undefined;
  const attempt: Attempt<Ending> = {
    take() {
      if (broken) throw broken;
      return ready.shift();
    },
    whenReady(callback) {
      wake = callback;
      if (ready.length > 0 || broken) callback();
    },
    async conclude({ again }) {
      notes.push('concluded');
      return { batch: batch(again ? 'once more' : 'the end'), again };
    },
    close: () => notes.push('closed'),
  };
  function give(taken: Taken): void {
    ready.push(taken);
    wake?.();
  }
  function fail(error: Error): void {
    broken = error;
    wake?.();
  }
  return { attempt, give, fail };
}

describe('an answer stream', () => {
  test('gives what is there, what comes, and the last batch', async () => {
    const notes: string[] = [];
    const { attempt, give } = createAttempt(notes, batch('a'));
    const stream = createAnswerStream<Ending>(async () => attempt);
    expect(await stream.next()).toEqual({ done: false, value: batch('a') });
    const waiting = stream.next();
    give(batch('b'));
    expect(await waiting).toEqual({ done: false, value: batch('b') });
    const last = stream.next();
    give({ again: false });
    expect(await last).toEqual({ done: false, value: batch('the end') });
    expect(notes).toEqual(['concluded', 'closed']);
    expect(await stream.next()).toEqual(done);
  });

  test('goes on with another attempt when the first asks for it', async () => {
    const notes: string[] = [];
    const attempts = [createAttempt(notes, { again: true }), createAttempt(notes, { again: false })];
    const stream = createAnswerStream<Ending>(async () => attempts.shift()?.attempt ?? []);
    const seen: unknown[] = [];
    for await (const each of stream) seen.push(each);
    expect(seen).toEqual([batch('once more'), batch('the end')]);
    expect(notes).toEqual(['concluded', 'closed', 'concluded', 'closed']);
  });

  test('is one batch where there can be no attempt', async () => {
    const stream = createAnswerStream<Ending>(async () => batch('no'));
    expect(await stream.next()).toEqual({ done: false, value: batch('no') });
    expect(await stream.next()).toEqual(done);
  });

  test('begins nothing before it is asked, nor after it was stopped', async () => {
    const notes: string[] = [];
    const stream = createAnswerStream<Ending>(async () => {
      notes.push('begun');
      return batch('x');
    });
    expect(await stream.return?.()).toEqual(done);
    expect(await stream.next()).toEqual(done);
    expect(notes).toEqual([]);
  });

  test('lets a caller go that stops while it waits', async () => {
    const notes: string[] = [];
    const { attempt, give } = createAttempt(notes, batch('a'));
    const stream = createAnswerStream<Ending>(async () => attempt);
    await stream.next();
    const waiting = stream.next();
    expect(await stream.return?.()).toEqual(done);
    expect(await waiting).toEqual(done);
    give(batch('too late'));
    expect(await stream.next()).toEqual(done);
    expect(notes).toEqual(['closed']);
  });

  test('closes an attempt that began after the caller had stopped', async () => {
    const notes: string[] = [];
    const { promise, resolve } = Promise.withResolvers<Attempt<Ending>>();
    const stream = createAnswerStream<Ending>(() => promise);
    const first = stream.next();
    await stream.return?.();
    resolve(createAttempt(notes, batch('a')).attempt);
    expect(await first).toEqual(done);
    expect(notes).toEqual(['closed']);
  });

  test.each(['now', 'while it waits'])('closes the attempt that throws %s, and ends', async (when) => {
    const notes: string[] = [];
    const { attempt, fail } = createAttempt(notes, batch('a'));
    const stream = createAnswerStream<Ending>(async () => attempt);
    await stream.next();
    if (when === 'now') fail(new Error('stopped'));
    const next = stream.next();
    if (when !== 'now') fail(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
    expect(notes).toEqual(['closed']);
    expect(await stream.next()).toEqual(done);
  });
});
