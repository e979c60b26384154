// The messages of one session that wait, in the order in which they will run, and whether they wait for the user. It
// is memory only: whoever changes it has stored that first.
import type { QueuedMessage } from '@slipstream/protocol';

export type SessionQueue = {
  readonly items: readonly QueuedMessage[];
  readonly length: number;
  /** What waits behind an answer that was stopped or broke off waits for the user's next word. */
  paused: boolean;
  add(item: QueuedMessage, place: 'first' | 'last'): void;
  remove(turnId: string): void;
  setText(turnId: string, text: string): void;
  /** Those that want to join the running turn, oldest first. */
  steering(): QueuedMessage[];
  /** The turn is over: what wanted to join it is a message like any other. */
  stopSteering(): boolean;
  /** As a frame tells it. */
  toFields(): { queue: QueuedMessage[]; queuePaused?: true };
};

export function createSessionQueue(stored: readonly QueuedMessage[], paused: boolean): SessionQueue {
  let items: readonly QueuedMessage[] = stored;
  let isPaused = paused;
  return {
    get items() {
      return items;
    },
    get length() {
      return items.length;
    },
    get paused() {
      return isPaused;
    },
    set paused(value) {
      isPaused = value;
    },
    add(item, place) {
      items = place === 'first' ? [item, ...items] : [...items, item];
    },
    remove(turnId) {
      items = items.filter((each) => each.turnId !== turnId);
    },
    setText(turnId, text) {
      items = items.map((each) => (each.turnId === turnId ? { ...each, text } : each));
    },
    steering: () => items.filter((each) => each.steer),
    stopSteering() {
      if (!items.some((each) => each.steer)) return false;
      items = items.map(({ steer: _, ...each }) => each);
      return true;
    },
    toFields: () => ({
      queue: [...items],
      ...(isPaused && items.length > 0 ? { queuePaused: true as const } : {}),
    }),
  };
}
