// Passes output on to people while it comes: at once after a pause, otherwise joined and at a bounded rate. When more
// comes than anybody can read, the newest is kept.
import type { Clock } from '@slipstream/agent';
import { toText, withoutHalfEnd, withoutHalfStart } from './output-keeper.ts';

/** What one message carries at most; a view keeps little more than this of a call. */
const maxMessageBytes = 8 * 1024;

export type LiveOutput = { add(chunk: Buffer): void; close(): void };

/** Calls `show` at most once per `intervalMs`, never after `close`. */
export function createLiveOutput(clock: Clock, intervalMs: number, show: (text: string) => void): LiveOutput {
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let isSkipping = false;
  let isFresh = false;
  let isClosed = false;
  let cancel: (() => void) | undefined;

  function flush(): void {
    const joined = Buffer.concat(waiting);
    const isCut = isSkipping || joined.length > maxMessageBytes;
    const newest = joined.subarray(Math.max(0, joined.length - maxMessageBytes));
    const part = isCut ? withoutHalfStart(newest) : newest;
    const whole = withoutHalfEnd(part);
    const rest = Buffer.from(part.subarray(whole.length));
    waiting = [rest];
    waitingBytes = rest.length;
    isSkipping = false;
    isFresh = false;
    if (whole.length > 0) show(`${isCut ? '…\n' : ''}${toText(whole)}`);
  }

  function pause(): void {
    cancel = clock.after(intervalMs, () => {
      cancel = undefined;
      if (!isFresh) return;
      flush();
      pause();
    });
  }

  return {
    add(chunk) {
      if (isClosed) return;
      isFresh = true;
      waiting.push(chunk);
      waitingBytes += chunk.length;
      for (
        let first = waiting[0];
        first && waitingBytes - first.length >= maxMessageBytes;
        first = waiting[0]
      ) {
        waiting.shift();
        waitingBytes -= first.length;
        isSkipping = true;
      }
      if (cancel) return;
      flush();
      pause();
    },
    close() {
      isClosed = true;
      cancel?.();
    },
  };
}
