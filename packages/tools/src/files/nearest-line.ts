// Which line of a file a text was probably meant to match: a hint for a model that misremembers. Bounded in time.

export type NearestLine = { line: number; text: string; onlySpacesDiffer: boolean };

const maxLines = 20_000;
const maxCompared = 200;
const worthTelling = 0.4;

/** By the first line of `wanted` that has something in it; undefined when nothing is like it. */
export function nearestLine(text: string, wanted: string): NearestLine | undefined {
  const target = wanted.split('\n', 200).find((line) => line.trim() !== '');
  if (target === undefined) return undefined;
  const squeezed = squeeze(target);
  const pairs = pairsOf(squeezed);
  let best: NearestLine | undefined;
  let bestScore = worthTelling;
  let number = 0;
  for (const line of text.split('\n', maxLines)) {
    number += 1;
    const candidate = squeeze(line);
    if (candidate === '') continue;
    if (candidate === squeezed) return { line: number, text: line, onlySpacesDiffer: true };
    const score = likeness(pairs, pairsOf(candidate));
    if (score <= bestScore) continue;
    bestScore = score;
    best = { line: number, text: line, onlySpacesDiffer: false };
  }
  return best;
}

function squeeze(line: string): string {
  return line
    .slice(0, maxCompared * 4)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxCompared);
}

function pairsOf(line: string): Set<string> {
  const pairs = new Set<string>();
  for (let at = 0; at < line.length - 1; at += 1) pairs.add(line.slice(at, at + 2));
  if (line.length === 1) pairs.add(line);
  return pairs;
}

/** Dice's coefficient: 1 for the same pairs of characters, 0 for none in common. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common += 1;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
