// Learns from the changes of sessions which turns ended and how, and counts each of them once. Keeps an entry only
// for sessions that are busy.
import type { Session } from '@slipstream/protocol';

/** Gives what is to be called with every session that changed. */
export function createTurnCounter(count: (status: string) => void): (session: Session) => void {
  const lastSeen = new Map<string, string | undefined>();
  return (session) => {
    const last = session.lastTurn;
    const known = lastSeen.has(session.id);
    if (known && last && last.turnId !== lastSeen.get(session.id)) count(last.status);
    if (session.status === 'idle') lastSeen.delete(session.id);
    else lastSeen.set(session.id, last?.turnId);
  };
}
