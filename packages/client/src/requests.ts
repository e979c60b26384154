// Frames that are answered: gives each an id and matches its ack or error to it. A lost socket rejects what was asked
// on it, except what was marked to be asked once more; no request outlives its time limit.
import { type AckFrame, AppError, type ClientFrame, type ErrorFrame } from '@slipstream/protocol';
import type { SetTimer } from './environment.ts';
import { toErrorCode } from './rest.ts';

export const ackTimeoutMs = 30_000;

type Unidentified<F> = F extends unknown ? Omit<F, 'id'> : never;
export type RequestFrame = Unidentified<Exclude<ClientFrame, { type: 'ping' }>>;

type Request = {
  frame: ClientFrame;
  sent: boolean;
  /** How often a lost socket is forgiven. */
  resends: number;
  settle(result: AckFrame | AppError): void;
};

export type Requests = {
  /**
   * Resolves with the ack; rejects with the error frame's code, or with `unavailable` when the socket is lost or no
   * answer comes in time. With `resend` it is idempotent: it waits for a socket, and a first loss sends it again.
   */
  ask(frame: RequestFrame, options?: { resend: true }): Promise<AckFrame>;
  settle(frame: AckFrame | ErrorFrame): void;
  online(): void;
  lost(): void;
  close(): void;
};

export function createRequests(options: {
  setTimer: SetTimer;
  transmit: (frame: ClientFrame) => boolean;
}): Requests {
  const open = new Map<string, Request>();
  let count = 0;

  const unavailable = () =>
    new AppError('unavailable', 'The connection to the server was lost; try again when it is back.');

  function rejectAll(): void {
    for (const request of [...open.values()]) request.settle(unavailable());
  }

  return {
    ask(frame, ask) {
      count += 1;
      const id = `c${count}`;
      return new Promise((resolve, reject) => {
        const cancelTimer = options.setTimer(ackTimeoutMs, () => request.settle(unavailable()));
        const request: Request = {
          frame: { ...frame, id },
          sent: false,
          resends: ask?.resend ? 1 : 0,
          settle(result) {
            open.delete(id);
            cancelTimer();
            if (result instanceof AppError) reject(result);
            else resolve(result);
          },
        };
        open.set(id, request);
        request.sent = options.transmit(request.frame);
        if (!request.sent && !ask?.resend) request.settle(unavailable());
      });
    },
    settle(frame) {
      const request = frame.id === undefined ? undefined : open.get(frame.id);
      if (!request) return;
      if (frame.type === 'ack') request.settle(frame);
      else request.settle(new AppError(toErrorCode(frame.code), frame.message, { details: frame.details }));
    },
    online() {
      for (const request of open.values()) if (!request.sent) request.sent = options.transmit(request.frame);
    },
    lost() {
      for (const request of [...open.values()]) {
        if (!request.sent) continue;
        request.sent = false;
        if (request.resends === 0) request.settle(unavailable());
        else request.resends -= 1;
      }
    },
    close: rejectAll,
  };
}
