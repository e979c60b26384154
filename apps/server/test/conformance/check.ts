// What one guarantee's check is given and how a run tells of it.
import { deepStrictEqual } from 'node:assert';
import type { Place } from './peer.ts';

export type Check = {
  /** The guarantee, as docs/conformance.md lists them. */
  name: string;
  run(context: Context): Promise<void>;
};

export type Context = {
  place: Place;
  /** The model that answers by rules. */
  model: string;
  /** How often things are repeated: 1 for a quick run. */
  effort: number;
};

export function ensure(condition: unknown, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

export function same(actual: unknown, expected: unknown, words: string): void {
  try {
    deepStrictEqual(actual, expected);
  } catch (cause) {
    throw new Error(`${words}: ${(cause as Error).message.slice(0, 600)}`, { cause });
  }
}
