// An answer that the test gives piece by piece, while it looks at what the page makes of it.
import { reply } from '@slipstream/testkit/provider';

type Step = ReturnType<typeof reply.text>;

export type Feed = AsyncIterable<Step> & {
  push(...pieces: string[]): void;
  /** Ends the answer in the ordinary way. */
  end(): void;
};

export function createFeed(): Feed {
  const waiting: Step[] = [];
  let ended = false;
  let wake: () => void = () => {};
  return {
    push(...pieces) {
      waiting.push(reply.text(...pieces));
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const next = waiting.shift();
        if (next) yield next;
        else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
