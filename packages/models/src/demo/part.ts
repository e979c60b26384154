// What a rule answers with: parts, played in order by `play-parts.ts`.
import type { Json } from '@slipstream/protocol';
import { toPieces } from './pieces.ts';

export type DemoPart =
  /** `pace`: how many times slower than usual its pieces come. */
  | { part: 'say'; pieces: readonly string[]; pace: number }
  | { part: 'think'; pieces: readonly string[]; pace: number }
  | { part: 'call'; name: string; args: Json };

export function say(text: string): DemoPart {
  return { part: 'say', pieces: toPieces(text), pace: 1 };
}

export function sayPieces(pieces: readonly string[], pace: number): DemoPart {
  return { part: 'say', pieces, pace };
}

export function think(text: string): DemoPart {
  return { part: 'think', pieces: toPieces(text), pace: 1 };
}

export function call(name: string, args: Json): DemoPart {
  return { part: 'call', name, args };
}
