// The time, ids and randomness that the loop and the sessions use. Handed in, so that tests own them.

/** A wall clock and timers. `after` returns what cancels it; a cancelled timer's function is never called. */
export type Clock = {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
};

/** Makes ids: UUIDs that sort by the time they were made. */
export type Ids = { next(): string };

/** Uniform in [0, 1). */
export type Random = () => number;

let lastMs = Number.NaN;
let lastTimestamp = '';

export function toTimestamp(epochMs: number): string {
  // What many sessions tell at one moment is written down once.
  if (epochMs === lastMs) return lastTimestamp;
  lastTimestamp = new Date(epochMs).toISOString();
  lastMs = epochMs;
  return lastTimestamp;
}

/** Resolves after `delayMs`; rejects with the signal's reason as soon as it is aborted, leaving no timer behind. */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
