// Lets events that arise beside a run, from sub-agents, into the run's own stream. A token of a run that nothing goes on
// beside costs no more than it would alone.
import type { AgentEvent } from '@slipstream/protocol';
import type { Emit } from './event-channel.ts';

export type SideEvents = {
  /** Resolves when the event was taken and its consumer came back for more, or when the stream is over. */
  emit: Emit;
  /** To be called before something begins to emit; what it gives is to be called when that is over. */
  begin(): () => void;
  /** Everything of `main`, and what is emitted meanwhile, each in its own order. Gives what `main` returns. */
  join<T>(main: AsyncGenerator<AgentEvent, T, void>): AsyncGenerator<AgentEvent, T, void>;
};

type Item = { event: AgentEvent; taken: () => void };

/** For one `join`. */
export function createSideEvents(): SideEvents {
  let items: Item[] = [];
  let isOver = false;
  let beside = 0;
  let wake: () => void = () => undefined;

  return {
    emit(event) {
      if (isOver) return Promise.resolve();
      return new Promise((taken) => {
        items.push({ event, taken });
        wake();
      });
    },
    begin() {
      beside += 1;
      return () => {
        beside -= 1;
      };
    },
    async *join(main) {
      try {
        let last: AgentEvent | undefined;
        for (;;) {
          // While the model speaks nothing begins, so there is nothing to wait for beside it.
          if (beside === 0 && items.length === 0 && last && isSpeech(last)) {
            const { done, value } = await main.next();
            if (done) return value;
            last = value;
            yield value;
            continue;
          }
          let settled = false;
          const next = main.next().finally(() => {
            settled = true;
            wake();
          });
          next.catch(() => undefined);
          while (!settled || items.length > 0) {
            const item = items.shift();
            if (item) {
              try {
                yield item.event;
              } finally {
                item.taken();
              }
            } else {
              await new Promise<void>((resolve) => {
                wake = resolve;
                if (settled || items.length > 0) resolve();
              });
            }
          }
          const { done, value } = await next;
          if (done) return value;
          last = value;
          yield value;
        }
      } finally {
        isOver = true;
        for (const item of items) item.taken();
        items = [];
      }
    },
  };
}

function isSpeech({ type }: AgentEvent): boolean {
  return type === 'text.delta' || type === 'reasoning.delta' || type === 'tool.args';
}
