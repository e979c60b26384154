// A text that comes in many small pieces. Added one by one to a string, each would live on as a node of its own until
// somebody reads the whole; here they are joined by the dozen, and the pieces can go.

export type GatheredText = {
  add(piece: string): void;
  /** All so far. */
  text(): string;
  clear(): void;
};

const joinAt = 64;

export function createGatheredText(): GatheredText {
  let whole = '';
  let pieces: string[] = [];
  const join = () => {
    if (pieces.length === 0) return;
    whole += pieces.join('');
    pieces = [];
  };
  return {
    add(piece) {
      pieces.push(piece);
      if (pieces.length === joinAt) join();
    },
    text() {
      join();
      return whole;
    },
    clear() {
      whole = '';
      pieces = [];
    },
  };
}
