// Gathers the news of sessions into rounds: the first at once when all was quiet, then one round for each while with the
// newest state of each session. Every socket gets every session's news, so what is told twice costs twice for each; the
// more sockets there are, the longer a round is, and one that is much is told to some sockets after the others, so that
// no stream stands still behind it.
import type { Clock } from '@slipstream/agent';
import type { SessionDeletedFrame, SessionUpdatedFrame } from '@slipstream/protocol';
import { encodeFrame } from './encode-frame.ts';

export type News = { frame: SessionUpdatedFrame | SessionDeletedFrame; bytes: Buffer };
/** `joined` is the bytes of all of them, one after the other. */
export type NewsRound = { news: readonly News[]; joined: Buffer };

export type NewsListener = { tell(round: NewsRound): void };
/** A `Map` by listener, or a `Set`: who comes while they are gone through is met, who has gone is not. */
export type NewsListeners = { readonly size: number; keys(): Iterator<NewsListener> };

export type NewsRounds = {
  add(frame: News['frame']): void;
  /** Tells nothing any more. */
  close(): void;
};

const minRoundMs = 100;
const maxRoundMs = 1000;
const perSocketMs = 4;
/** What is told at one moment of the grid that running turns share, bytes for all sockets. */
const partBytes = 64 * 1024;
const gridMs = 5;

/**
 * Listeners get the news of a round, never none, in the order in which they came, and rounds in their order. News wait at
 * most as long as a round (100 ms for up to 25 listeners, a second for 250 and more), and where they are many they are
 * told to all within about half of that more. A deletion waits for nothing.
 */
export function createNewsRounds(clock: Clock, listeners: NewsListeners): NewsRounds {
  const waiting = new Map<string, News['frame']>();
  let startedAt = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;
  let telling: { rest: Iterator<NewsListener>; round: NewsRound; count: number } | undefined;
  let cancelPart: (() => void) | undefined;

  const roundMs = () => Math.min(maxRoundMs, Math.max(minRoundMs, listeners.size * perSocketMs));

  /** Tells the round to the next `count` listeners. */
  function tellPart(count: number): void {
    if (!telling) return;
    for (let told = 0; told < count; told += 1) {
      const { done, value } = telling.rest.next();
      if (!done) value.tell(telling.round);
      else {
        telling = undefined;
        return;
      }
    }
  }

  function tellRest(): void {
    cancelPart?.();
    cancelPart = undefined;
    tellPart(Number.POSITIVE_INFINITY);
  }

  function tellInParts(): void {
    cancelPart = undefined;
    if (!telling) return;
    tellPart(telling.count);
    if (telling) cancelPart = clock.after(gridMs - (clock.now() % gridMs), tellInParts);
  }

  function flush(): void {
    cancel?.();
    cancel = undefined;
    if (waiting.size === 0) return;
    tellRest();
    startedAt = clock.now();
    const news = [...waiting.values()].map((frame) => ({ frame, bytes: encodeFrame(frame) }));
    waiting.clear();
    const round = { news, joined: Buffer.concat(news.map(({ bytes }) => bytes)) };
    const moments = roundMs() / gridMs / 2;
    const count = Math.ceil(Math.max(partBytes / round.joined.length, listeners.size / moments));
    telling = { rest: listeners.keys(), round, count };
    if (news.some(({ frame }) => frame.type === 'session.deleted')) tellRest();
    else tellInParts();
  }

  return {
    add(frame) {
      const sessionId = frame.type === 'session.updated' ? frame.session.id : frame.sessionId;
      waiting.delete(sessionId);
      waiting.set(sessionId, frame);
      const round = roundMs();
      const wait = startedAt + round - clock.now();
      // A clock that was set back must not hold the news up.
      if (frame.type === 'session.deleted' || wait <= 0 || wait > round) flush();
      else cancel ??= clock.after(wait, flush);
    },
    close() {
      cancel?.();
      cancelPart?.();
      telling = undefined;
      waiting.clear();
    },
  };
}
