// The iterator that a model's `stream` gives: batches of one attempt after the other. Written out and no async generator:
// a network read costs one promise this way and not a chain of them, and a caller that stops while it waits is let go
// at once. It knows attempts only by what they give, not how they talk to a provider.
import type { ModelChunk } from '@slipstream/agent';

type Batch = readonly ModelChunk[];
type Result = IteratorResult<Batch, void>;

/** One request. `Ending` says how its answer ended. */
export type Attempt<Ending extends object> = {
  /** The next batch, or the ending, or undefined while there is nothing. May throw, which ends the stream. */
  take(): Batch | Ending | undefined;
  /** Calls back once when `take` has something. */
  whenReady(wake: () => void): void;
  /** What is said last; `again` asks for another attempt. */
  conclude(ending: Ending): Promise<{ batch: Batch; again: boolean }>;
  /** Lets go of everything; called once, before the stream ends in whatever way. */
  close(): void;
};

const over: Result = { done: true, value: undefined };

/** `begin` starts an attempt, or gives the last batch of a stream that has none. Called with the first `next`. */
export function createAnswerStream<Ending extends object>(
  begin: () => Promise<Attempt<Ending> | Batch>,
): AsyncIterableIterator<Batch, void, void> {
  let attempt: Attempt<Ending> | undefined;
  let ended = false;
  let settle: { resolve(result: Result | Promise<Result>): void; reject(reason: unknown): void } | undefined;

  function close(): void {
    attempt?.close();
    attempt = undefined;
  }

  function end(): void {
    ended = true;
    close();
  }

  function take(): Result | Promise<Result> | undefined {
    try {
      const taken = attempt?.take();
      if (taken === undefined) return undefined;
      return isBatch(taken) ? { done: false, value: taken } : conclude(taken);
    } catch (error) {
      end();
      throw error;
    }
  }

  async function conclude(ending: Ending): Promise<Result> {
    try {
      const { batch, again } = (await attempt?.conclude(ending)) ?? { batch: [], again: false };
      if (ended) return over;
      ended = !again;
      return { done: false, value: batch };
    } catch (error) {
      ended = true;
      throw error;
    } finally {
      close();
    }
  }

  async function start(): Promise<Result> {
    try {
      const begun = await begin();
      if (!isBatch(begun)) attempt = begun;
      if (ended) close();
      else if (attempt) return await wait();
      else if (isBatch(begun)) {
        ended = true;
        return { done: false, value: begun };
      }
      return over;
    } catch (error) {
      end();
      throw error;
    }
  }

  function wait(): Promise<Result> {
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
      attempt?.whenReady(onReady);
    });
  }

  // Everything that one network read brings is there only when the connection is done with it.
  const onReady = () => queueMicrotask(look);

  function look(): void {
    if (!settle) return;
    const { resolve, reject } = settle;
    try {
      const result = take();
      if (result === undefined) {
        attempt?.whenReady(onReady);
        return;
      }
      settle = undefined;
      resolve(result);
    } catch (error) {
      settle = undefined;
      reject(error);
    }
  }

  return {
    next() {
      if (ended) return Promise.resolve(over);
      if (!attempt) return start();
      try {
        const result = take();
        return result === undefined ? wait() : Promise.resolve(result);
      } catch (error) {
        return Promise.reject(error);
      }
    },
    return() {
      end();
      settle?.resolve(over);
      settle = undefined;
      return Promise.resolve(over);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

function isBatch(value: object): value is Batch {
  return Array.isArray(value);
}
