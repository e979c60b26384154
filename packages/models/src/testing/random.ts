// Numbers that look random and are the same for the same seed, so that what was found once can be found again.

export type SeededRandom = {
  /** From 0 up to, and without, `limit`. */
  below(limit: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
};

export function createSeededRandom(seed: number): SeededRandom {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: (from) => from[below(from.length)] ?? from[0] };
}
