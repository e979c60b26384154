// The list's order and headings: pinned ones first, then by the day of their last activity.
import type { Session } from '@slipstream/protocol';

export type SessionGroup = {
  /** `month` groups are named after the month of `at`. */
  kind: 'pinned' | 'today' | 'yesterday' | 'week' | 'month';
  key: string;
  at: string;
  sessions: Session[];
};

const dayMs = 86_400_000;

/** `sessions` come newest first and stay so; `now` is epoch ms, days are local ones. */
export function groupSessions(sessions: readonly Session[], now: number): SessionGroup[] {
  const groups = new Map<string, SessionGroup>();
  const pinned = sessions.filter((session) => session.pinned);
  for (const session of [...pinned, ...sessions.filter((each) => !each.pinned)]) {
    const kind = session.pinned ? 'pinned' : kindOf(session.updatedAt, now);
    const key = kind === 'month' ? monthKey(session.updatedAt) : kind;
    const group = groups.get(key) ?? { kind, key, at: session.updatedAt, sessions: [] };
    group.sessions.push(session);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function kindOf(timestamp: string, now: number): SessionGroup['kind'] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const at = Date.parse(timestamp);
  if (at >= midnight) return 'today';
  if (at >= midnight - dayMs) return 'yesterday';
  return at >= midnight - 6 * dayMs ? 'week' : 'month';
}

function monthKey(timestamp: string): string {
  const date = new Date(timestamp);
  return `${date.getFullYear()}-${date.getMonth() + 1}`;
}
