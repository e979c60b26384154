// Lets those of a session's queue that want to join its running turn do so, in the store and in the queue.
import type { Message } from '@slipstream/protocol';
import { toTimestamp } from './clock.ts';
import type { Mutex } from './mutex.ts';
import type { SessionDeps } from './session-deps.ts';
import type { SessionQueue } from './session-queue.ts';
import type { Steering } from './steering.ts';
import type { StoredSession } from './store.ts';

export function createQueueSteering(
  sessionId: string,
  turnId: string,
  { store, clock, log }: Pick<SessionDeps, 'store' | 'clock' | 'log'>,
  runner: {
    queue: SessionQueue;
    /** Held while the store and the queue change together. */
    exclusive: Mutex;
    onJoined(session: StoredSession): void;
  },
): Steering {
  const { queue, exclusive } = runner;
  return {
    async take() {
      if (queue.steering().length === 0) return [];
      return exclusive.run(async () => {
        const joined: Message[] = [];
        for (const each of queue.steering()) {
          try {
            const now = toTimestamp(clock.now());
            const { message, session } = await store.turns.joinTurn(each.turnId, turnId, now);
            runner.onJoined(session);
            queue.remove(each.turnId);
            joined.push(message);
          } catch (err) {
            // It stays in the queue and runs after the turn.
            log.error({ err, sessionId, turnId }, 'a message could not join the running turn');
            break;
          }
        }
        return joined;
      });
    },
  };
}
