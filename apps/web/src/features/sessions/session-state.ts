import type { Session } from '@slipstream/protocol';

export type SessionMark = 'running' | 'waiting' | 'queued' | 'failed' | 'interrupted' | null;

/** What the list says about a session at a glance: what it does now, else whether its last turn went wrong. */
export function markOf(session: Session): SessionMark {
  if (session.status !== 'idle') return session.status;
  const last = session.lastTurn?.status;
  return last === 'failed' || last === 'interrupted' ? last : null;
}
