// How often one address may try a token. Remembers a bounded number of addresses, and only those that tried lately.
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

const perAddress = { burst: 10, perSecond: 1 / 6 };
const maxAddresses = 10_000;

export type AttemptLimit = {
  /** Counts an attempt; false when the address must wait. */
  allow(address: string): boolean;
};

export function createAttemptLimit(now: () => number): AttemptLimit {
  const buckets = new Map<string, TokenBucket>();
  return {
    allow(address) {
      let bucket = buckets.get(address);
      if (!bucket) {
        if (buckets.size >= maxAddresses) forget(buckets);
        bucket = createTokenBucket(perAddress, now);
        buckets.set(address, bucket);
      }
      return bucket.take();
    },
  };
}

/** Drops all addresses that have waited long enough, or the oldest one when none has. */
function forget(buckets: Map<string, TokenBucket>): void {
  for (const [address, bucket] of buckets) if (bucket.isFull()) buckets.delete(address);
  const oldest = buckets.keys().next();
  if (buckets.size >= maxAddresses && !oldest.done) buckets.delete(oldest.value);
}
