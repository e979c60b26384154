// Publishes a turn's events in their order, each when it is stored. What need not be waited for goes on while it is being
// stored, so that events that follow each other share a commit.
import type { AgentEvent } from '@slipstream/protocol';
import type { SessionLog } from './session-log.ts';

export type TurnPublisher = {
  /**
   * Publishes the event after all earlier ones, and once `stored` has resolved; it must not reject. At once, if it can be.
   * `waited` is the log's.
   */
  publish(event: AgentEvent, how: { stored?: Promise<void>; waited?: boolean }): void;
  /** Resolves when everything so far is published. Never rejects. */
  settled(): Promise<void>;
};

type Waiting = { event: AgentEvent; stored: Promise<void> | undefined; waited: boolean };

export function createTurnPublisher(log: Pick<SessionLog, 'append'>): TurnPublisher {
  const waiting: Waiting[] = [];
  let draining: Promise<void> | undefined;

  const drain = async () => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (next.stored) await next.stored;
      waiting.shift();
      log.append(next.event, next.waited);
    }
    draining = undefined;
  };

  return {
    publish(event, { stored, waited = false }) {
      if (waiting.length === 0 && !stored) return log.append(event, waited);
      waiting.push({ event, stored, waited });
      draining ??= drain();
    },
    settled: async () => draining,
  };
}
