// Joins what a model streams before it goes through the loop: the first piece after a quiet time passes at once, what
// follows waits a moment for company. Each piece that goes on costs a chain of promises, an event, a fold and a frame.
import type { Clock } from './clock.ts';
import type { ModelChunk } from './model.ts';

type Batch = readonly ModelChunk[];
/**
 * What waits in many streams goes on at the same moments: writes to sockets that follow each other at once cost half of
 * what they cost one by one.
 */
const gridMs = 5;

type Result = IteratorResult<Batch, void>;

/**
 * The same chunks in the same order, in fewer batches: text, reasoning and arguments wait at most `joinMs`, anything else
 * not at all and takes along what waits. Before the stream's end or its error all that came has been given. For one
 * consumer, which may end it at any time.
 */
export function joinBatches(
  stream: AsyncIterable<Batch>,
  clock: Clock,
  joinMs: number,
): AsyncIterableIterator<Batch, void, void> {
  const source = stream[Symbol.asyncIterator]();
  let held: ModelChunk[] = [];
  let urgent = false;
  let pulling = false;
  let givenAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;
  let ending: { error: unknown } | 'done' | undefined;
  let consumer: { resolve(result: Result): void; reject(reason: unknown): void } | undefined;

  function give(): void {
    const given = consumer;
    if (!given) return;
    cancelTimer?.();
    cancelTimer = undefined;
    const batch = held;
    held = [];
    urgent = false;
    givenAt = clock.now();
    consumer = undefined;
    given.resolve({ done: false, value: batch });
  }

  function end(): void {
    const given = consumer;
    consumer = undefined;
    if (ending === 'done' || !ending) given?.resolve({ done: true, value: undefined });
    else given?.reject(ending.error);
  }

  function advance(): void {
    if (!consumer) return;
    const now = clock.now();
    // Where pieces wait already, the next one does not let them go: the moment that all streams share does.
    const isQuiet = cancelTimer === undefined && now - givenAt >= joinMs;
    if (held.length > 0 && (urgent || ending || isQuiet)) give();
    else if (ending) end();
    else {
      if (held.length > 0) cancelTimer ??= clock.after(joinMs - (now % gridMs), onTimer);
      if (!pulling) pull();
    }
  }

  function pull(): void {
    pulling = true;
    source.next().then(onResult, onError);
  }

  function onTimer(): void {
    cancelTimer = undefined;
    if (held.length > 0) give();
  }

  function onResult(result: IteratorResult<Batch, unknown>): void {
    pulling = false;
    if (result.done) ending = 'done';
    else
      for (const chunk of result.value) {
        held.push(chunk);
        urgent ||= chunk.type === 'end' || chunk.type === 'notice';
      }
    advance();
  }

  function onError(error: unknown): void {
    pulling = false;
    ending = { error };
    advance();
  }

  return {
    next: () =>
      new Promise((resolve, reject) => {
        consumer = { resolve, reject };
        advance();
      }),
    async return() {
      cancelTimer?.();
      cancelTimer = undefined;
      held = [];
      ending ??= 'done';
      end();
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
