// Merges the events of several things that run at once into one stream, and lets each of them wait until its event
// was taken: what must be on record before it happens, happens after its event's promise resolved.
import type { AgentEvent } from '@slipstream/protocol';

/** Resolves when the consumer has taken the event and come back for more; never rejects. */
export type Emit = (event: AgentEvent) => Promise<void>;

export type EventChannel = {
  emit: Emit;
  /** No more events: `drain` ends once the ones before are taken. */
  close(): void;
  /** For one consumer. When it stops early every waiting and later `emit` resolves at once. */
  drain(): AsyncGenerator<AgentEvent, void, void>;
};

export function createEventChannel(): EventChannel {
  type Item = { event: AgentEvent; taken: () => void };
  let items: Item[] = [];
  let closed = false;
  let wake: (() => void) | undefined;

  const abandon = () => {
    closed = true;
    for (const item of items) item.taken();
    items = [];
  };

  return {
    emit(event) {
      if (closed) return Promise.resolve();
      return new Promise((taken) => {
        items.push({ event, taken });
        wake?.();
      });
    },
    close() {
      closed = true;
      wake?.();
    },
    async *drain() {
      try {
        for (;;) {
          const item = items.shift();
          if (item) {
            try {
              yield item.event;
            } finally {
              item.taken();
            }
          } else if (closed) {
            return;
          } else {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            wake = undefined;
          }
        }
      } finally {
        abandon();
      }
    },
  };
}
