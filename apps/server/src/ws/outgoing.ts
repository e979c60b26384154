// What waits to be sent on one socket, and its bound: whatever a client does or does not read, the server never
// holds more than `maxHeldBytes` for it (or one single frame, where that alone is larger). Knows kinds of frames by
// an opaque key only; what to do about refused ones is the caller's.
import { createWaitingFrames } from './waiting-frames.ts';
import type { FrameWriter } from './write-rounds.ts';

/** The protocol's limit of what may be held for one socket. */
export const maxHeldBytes = 4 * 1024 * 1024;
/** Kept free of events, so that answers to commands still fit. */
const reservedBytes = 256 * 1024;
/** What the socket is given ahead of what it has sent; the rest waits here, where it can still be dropped. */
const handedBytes = 512 * 1024;
/** Below this a socket counts as drained. */
const drainedBytes = 64 * 1024;

export type Outgoing = {
  /** Queues an answer, which is never dropped; false when not even that fits. */
  answer(bytes: Buffer): boolean;
  /** Queues a frame that `drop(key)` can take back; false, and nothing is kept, when it does not fit. */
  event(key: string, bytes: Buffer): boolean;
  /** Gives the socket several frames as one piece; false, with nothing done, where they would have to wait. */
  eventsAtOnce(bytes: Buffer, frames: number): boolean;
  /** Forgets the frames of this key that wait here; gives how many. */
  drop(key: string): number;
  isDrained(): boolean;
  heldBytes(): number;
};

export type OutgoingSocket = {
  isOpen(): boolean;
  /** Must not throw: whoever publishes must not suffer from one reader. `taken` is called as it is by `WriteRounds`. */
  open(taken: () => void): FrameWriter;
};

/** `sent` is called for the frames that the socket is given, `drained` each time that all that was held has gone. */
export function createOutgoing(
  socket: OutgoingSocket,
  on: { sent(frames: number): void; drained(): void },
): Outgoing {
  const waiting = createWaitingFrames();

  const taken = () => {
    while (!waiting.isEmpty() && writer.heldBytes() < handedBytes) {
      const next = waiting.shift();
      if (next) hand(next);
    }
    if (isDrained()) on.drained();
  };

  const writer = socket.open(taken);
  const heldBytes = () => waiting.bytes() + writer.heldBytes();
  const isDrained = () => waiting.isEmpty() && writer.heldBytes() <= drainedBytes;

  const hand = (bytes: Buffer, frames = 1) => {
    if (!socket.isOpen()) return;
    on.sent(frames);
    writer.write(bytes);
  };

  const queue = (key: string | null, bytes: Buffer, limit: number) => {
    if (!isDrained() && heldBytes() + bytes.length > limit) return false;
    if (waiting.isEmpty() && writer.heldBytes() < handedBytes) hand(bytes);
    else waiting.push(key, bytes);
    return true;
  };

  return {
    answer: (bytes) => queue(null, bytes, maxHeldBytes),
    event: (key, bytes) => queue(key, bytes, maxHeldBytes - reservedBytes),
    eventsAtOnce(bytes, frames) {
      if (!waiting.isEmpty() || writer.heldBytes() + bytes.length > handedBytes) return false;
      hand(bytes, frames);
      return true;
    },
    drop: (key) => waiting.drop(key),
    isDrained,
    heldBytes,
  };
}
