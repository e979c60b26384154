// The sessions that one socket reads. Hands their frames to the socket's outgoing side and, where those no longer
// fit, lets go of the session and opens it again with a fresh snapshot once the socket has drained.
import type { Sessions } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { encodeFrame } from './encode-frame.ts';
import type { Outgoing } from './outgoing.ts';

const maxSubscriptions = 500;

type Reading = { lost: boolean; end: (() => void) | null };

export type Subscriptions = {
  /** Calls `ack` and then queues the first frame; rejects, with `ack` not called, when the session cannot be read. */
  subscribe(
    sessionId: string,
    after: { log: string; seq: number } | undefined,
    ack: () => void,
  ): Promise<void>;
  unsubscribe(sessionId: string): void;
  /** Lets go of what was read of a session that is gone; it is to be opened again, as one that does not exist yet. */
  startAnew(sessionId: string): void;
  /** A session that must be opened again, or undefined. */
  nextLost(): string | undefined;
  reopen(sessionId: string): Promise<void>;
  /** Ends all; nothing is queued after it. */
  close(): void;
};

export type SubscriptionsDeps = {
  sessions: Pick<Sessions, 'subscribe'>;
  outgoing: Pick<Outgoing, 'event' | 'drop'>;
  /** Makes the text of a frame into bytes. */
  encode(text: string): Buffer;
  dropped(frames: number): void;
};

/** Calls about one session must not overlap; calls about different ones may. */
export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const readings = new Map<string, Reading>();
  const lost = new Set<string>();
  let closed = false;

  const stop = (sessionId: string) => {
    const reading = readings.get(sessionId);
    readings.delete(sessionId);
    lost.delete(sessionId);
    reading?.end?.();
  };

  const lose = (sessionId: string, reading: Reading) => {
    reading.lost = true;
    lost.add(sessionId);
    reading.end?.();
    return deps.outgoing.drop(sessionId);
  };

  const open = async (
    sessionId: string,
    after: { log: string; seq: number } | undefined,
    opened: () => void,
  ) => {
    const reading: Reading = { lost: false, end: null };
    const isCurrent = () => !reading.lost && readings.get(sessionId) === reading;
    const deliver = (bytes: Buffer) => {
      if (isCurrent() && !deps.outgoing.event(sessionId, bytes)) deps.dropped(lose(sessionId, reading) + 1);
    };
    const end = await deps.sessions.subscribe(sessionId, after, {
      open(first, missed) {
        if (closed) return;
        stop(sessionId);
        readings.set(sessionId, reading);
        opened();
        deliver(encodeFrame(first));
        if (missed) deliver(encodeFrame(missed));
      },
      frame: (text) => deliver(deps.encode(text)),
    });
    if (isCurrent()) reading.end = end;
    else end();
  };

  return {
    async subscribe(sessionId, after, ack) {
      if (readings.size >= maxSubscriptions && !readings.has(sessionId))
        throw new AppError('too_large', `One socket can read ${maxSubscriptions} sessions at once.`);
      await open(sessionId, after, ack);
    },
    unsubscribe: stop,
    startAnew(sessionId) {
      const reading = readings.get(sessionId);
      if (reading && !reading.lost) lose(sessionId, reading);
    },
    nextLost: () => lost.values().next().value,
    async reopen(sessionId) {
      if (lost.delete(sessionId)) await open(sessionId, undefined, () => {});
    },
    close() {
      closed = true;
      for (const sessionId of [...readings.keys()]) stop(sessionId);
    },
  };
}
