// The news of sessions that every socket gets, subscribed or not. Where a slow reader has no room for one, remembers
// only which session it was about, and tells how that session is now once there is room.
import type { Sessions } from '@slipstream/agent';
import { type SessionDeletedFrame, type SessionUpdatedFrame, toAppError } from '@slipstream/protocol';
import { encodeFrame } from './encode-frame.ts';
import type { NewsRound } from './news-rounds.ts';
import type { Outgoing } from './outgoing.ts';

type News = SessionUpdatedFrame | SessionDeletedFrame;

export type SessionNews = {
  tell(round: NewsRound): void;
  /** Whether `repairNext` has something to do. */
  isStale(): boolean;
  /** Makes good for one session that was left out; false when there is none. Never rejects. */
  repairNext(): Promise<boolean>;
  close(): void;
};

export type SessionNewsDeps = {
  sessions: Pick<Sessions, 'get'>;
  outgoing: Pick<Outgoing, 'event' | 'eventsAtOnce' | 'drop'>;
  dropped(frames: number): void;
};

export function createSessionNews({ sessions, outgoing, dropped }: SessionNewsDeps): SessionNews {
  const stale = new Set<string>();

  const tellOne = (frame: News, bytes: Buffer) => {
    const sessionId = frame.type === 'session.updated' ? frame.session.id : frame.sessionId;
    const key = `news ${sessionId}`;
    stale.delete(sessionId);
    // Only the newest state of a session is worth sending.
    outgoing.drop(key);
    if (outgoing.event(key, bytes)) return;
    stale.add(sessionId);
    dropped(1);
  };

  return {
    tell({ news, joined }) {
      // Nothing of them can wait there when they fit at once, and nothing that was left out is to be forgotten.
      if (stale.size === 0 && outgoing.eventsAtOnce(joined, news.length)) return;
      for (const { frame, bytes } of news) tellOne(frame, bytes);
    },
    isStale: () => stale.size > 0,
    async repairNext() {
      const sessionId = stale.values().next().value;
      if (sessionId === undefined) return false;
      stale.delete(sessionId);
      const frame = await newsOf(sessions, sessionId);
      // What was told in the meantime is newer.
      if (frame && !stale.has(sessionId)) tellOne(frame, encodeFrame(frame));
      return true;
    },
    close: () => stale.clear(),
  };
}

async function newsOf(sessions: Pick<Sessions, 'get'>, sessionId: string): Promise<News | null> {
  try {
    return { type: 'session.updated', session: await sessions.get(sessionId) };
  } catch (thrown) {
    return toAppError(thrown).code === 'not_found' ? { type: 'session.deleted', sessionId } : null;
  }
}
