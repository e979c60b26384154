// What waits to be sent on one socket, and its bound: whatever a client does or does not read, the server never
// holds more than `maxHeldBytes` for it (or one single frame, where that alone is larger). Knows kinds of frames by
// an opaque key only; what to do about refused ones is the caller's.
import type { WebSocket } from 'ws';
import { createWaitingFrames } from './waiting-frames.ts';

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
  /** Forgets the frames of this key that wait here; gives how many. */
  drop(key: string): number;
  isDrained(): boolean;
  heldBytes(): number;
};

export type OutgoingSocket = Pick<WebSocket, 'send' | 'terminate' | 'bufferedAmount' | 'readyState' | 'OPEN'>;

/** `sent` is called for each frame that the socket takes, `drained` each time that all that was held has gone. */
export function createOutgoing(socket: OutgoingSocket, on: { sent(): void; drained(): void }): Outgoing {
  const waiting = createWaitingFrames();
  const heldBytes = () => waiting.bytes() + socket.bufferedAmount;
  const isDrained = () => waiting.isEmpty() && socket.bufferedAmount <= drainedBytes;

  const hand = (bytes: Buffer) => {
    if (socket.readyState !== socket.OPEN) return;
    on.sent();
    try {
      socket.send(bytes, { binary: false }, flushed);
    } catch {
      // Whoever publishes must not suffer from one reader; that one comes back and asks anew.
      socket.terminate();
    }
  };

  const flushed = (error?: Error | null) => {
    if (error) return;
    while (!waiting.isEmpty() && socket.bufferedAmount < handedBytes) {
      const next = waiting.shift();
      if (next) hand(next);
    }
    if (isDrained()) on.drained();
  };

  const queue = (key: string | null, bytes: Buffer, limit: number) => {
    if (!isDrained() && heldBytes() + bytes.length > limit) return false;
    if (waiting.isEmpty() && socket.bufferedAmount < handedBytes) hand(bytes);
    else waiting.push(key, bytes);
    return true;
  };

  return {
    answer: (bytes) => queue(null, bytes, maxHeldBytes),
    event: (key, bytes) => queue(key, bytes, maxHeldBytes - reservedBytes),
    drop: (key) => waiting.drop(key),
    isDrained,
    heldBytes,
  };
}
