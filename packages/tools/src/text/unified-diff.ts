// Unified diffs for people and models: bounded in time, in size and in what a hostile file can make of them.
import { toVisible } from '@slipstream/protocol';
import { formatPatch, structuredPatch } from 'diff';
import { toLines } from './counts.ts';
import { headWithin } from './cut-text.ts';

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
  const name = toVisible(path).replaceAll('\n', '\\n');
  if (before === after) return `(${name} already has exactly this content)`;
  const patch = structuredPatch('a', 'b', before ?? '', after, undefined, undefined, {
    context: 3,
    maxEditLength: maxChanges,
    timeout: maxMs,
  });
  if (!patch)
    return `(${name}: nearly everything changes, ${toLines(lineCount(before ?? ''))} become ${lineCount(after)})`;
  // Its own headers write every letter that is not English as a number.
  const hunks = formatPatch(patch, {
    includeIndex: false,
    includeUnderline: false,
    includeFileHeaders: false,
  });
  const from = before === undefined ? '/dev/null' : `a/${name}`;
  const text = `--- ${from}\n+++ b/${name}\n${toVisible(hunks)}`;
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
