// Gathers the news of sessions into rounds: the first at once when all was quiet, then one round for each while with the
// newest state of each session. Every socket gets every session's news, so what is told twice costs twice for each; the
// more sockets there are, the longer a round is.
import type { Clock } from '@slipstream/agent';
import type { SessionDeletedFrame, SessionUpdatedFrame } from '@slipstream/protocol';
import { encodeFrame } from './encode-frame.ts';

export type News = { frame: SessionUpdatedFrame | SessionDeletedFrame; bytes: Buffer };

export type NewsRounds = {
  add(frame: News['frame']): void;
  /** Tells nothing any more. */
  close(): void;
};

const minRoundMs = 100;
const maxRoundMs = 1000;
const perSocketMs = 4;

/**
 * `tell` gets the news of a round, never none, in the order in which they came; none waits longer than a second, and
 * with up to 25 sockets not longer than 100 ms. A deletion waits for nothing.
 */
export function createNewsRounds(
  clock: Clock,
  sockets: () => number,
  tell: (news: readonly News[]) => void,
): NewsRounds {
  const waiting = new Map<string, News['frame']>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    if (waiting.size === 0) return;
    toldAt = clock.now();
    const news = [...waiting.values()].map((frame) => ({ frame, bytes: encodeFrame(frame) }));
    waiting.clear();
    tell(news);
  }

  return {
    add(frame) {
      const sessionId = frame.type === 'session.updated' ? frame.session.id : frame.sessionId;
      waiting.delete(sessionId);
      waiting.set(sessionId, frame);
      const roundMs = Math.min(maxRoundMs, Math.max(minRoundMs, sockets() * perSocketMs));
      const wait = toldAt + roundMs - clock.now();
      // A clock that was set back must not hold the news up.
      if (frame.type === 'session.deleted' || wait <= 0 || wait > roundMs) flush();
      else cancel ??= clock.after(wait, flush);
    },
    close() {
      cancel?.();
      waiting.clear();
    },
  };
}
