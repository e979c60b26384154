// Unified diffs for people and models: bounded in time, in size and in what a hostile file can make of them.
import { formatPatch, structuredPatch } from 'diff';
import { toLines } from './counts.ts';
import { headWithin } from './cut-text.ts';
import { toVisible } from './visible-text.ts';

/** Beyond this the comparison is given up: its cost grows with the square of the number of changes. */
const maxChanges = 4000;
const maxMs = 500;

/** The diff in at most `maxBytes`; a sentence instead where the texts differ in too much, or not at all. */
export function toUnifiedDiff(
  path: string,
  before: string | undefined,
  after: string,
  maxBytes: number,
): string {
  if (before === after) return `(${path} already has exactly this content)`;
  const name = toVisible(path);
  const patch = structuredPatch(
    before === undefined ? '/dev/null' : `a/${name}`,
    `b/${name}`,
    before ?? '',
    after,
    undefined,
    undefined,
    { context: 3, maxEditLength: maxChanges, timeout: maxMs },
  );
  if (!patch)
    return `(${name}: nearly everything changes, ${toLines(lineCount(before ?? ''))} become ${lineCount(after)})`;
  const text = toVisible(
    formatPatch(patch, { includeIndex: false, includeUnderline: false, includeFileHeaders: true }),
  );
  const head = headWithin(text, maxBytes - 100);
  return head === text ? text.trimEnd() : `${head}\n[the diff goes on: ${toLines(lineCount(text))} in all]`;
}

/** Lines as editors count them: a line break at the end does not begin another one. */
export function lineCount(text: string): number {
  let count = 0;
  let from = 0;
  while (from < text.length) {
    count += 1;
    const end = text.indexOf('\n', from);
    if (end < 0) break;
    from = end + 1;
  }
  return count;
}
