// What a person who looks elsewhere should hear of a session: that it waits for them, or that its work is over. Pure.
import type { Session } from '@slipstream/protocol';

export type Notice = 'waiting' | 'finished' | 'failed';

/** Null where there is nothing to say: nothing of that changed, it is seen for the first time, or somebody stopped it. */
export function toNotice(before: Session | undefined, after: Session): Notice | null {
  if (!before) return null;
  if (after.status === 'waiting') return before.status === 'waiting' ? null : 'waiting';
  const { lastTurn } = after;
  if (!lastTurn || lastTurn.turnId === before.lastTurn?.turnId) return null;
  if (lastTurn.status === 'cancelled') return null;
  return lastTurn.status === 'completed' ? 'finished' : 'failed';
}
