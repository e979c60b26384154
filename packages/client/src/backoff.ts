// How long to wait before the next try: full jitter, so that the clients of a restarted server do not come at once.

const baseMs = 500;
const maxMs = 15_000;

/** Uniform between 0 and a bound that doubles with each `attempt` (from 0), milliseconds. */
export function backoffDelayMs(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(maxMs, baseMs * 2 ** attempt));
}
