// A rate limit: so many at once, so many a second after that. Owns no timer; time is handed in.

export type TokenBucket = {
  /** Takes one; false when there is none left now. */
  take(): boolean;
  /** Whether it is as full as it was made. */
  isFull(): boolean;
};

export function createTokenBucket(
  rate: { burst: number; perSecond: number },
  now: () => number,
): TokenBucket {
  let tokens = rate.burst;
  let filledAt = now();
  const refill = () => {
    const time = now();
    tokens = Math.min(rate.burst, tokens + (Math.max(0, time - filledAt) / 1000) * rate.perSecond);
    filledAt = time;
  };
  return {
    take() {
      refill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    isFull() {
      refill();
      return tokens >= rate.burst;
    },
  };
}
