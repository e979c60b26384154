// Takes a result that is a line for each thing apart: the things, and the tool's remarks in square brackets.
import { toLines } from './text-block.ts';

/** `total` is larger than the number of `things` when a remark says that only a part is shown. */
export type Found = { things: string[]; total: number };

export function toFound(text: string): Found {
  const lines = toLines(text).filter((line) => line.trim() !== '');
  const things = lines.filter((line) => !isRemark(line));
  const totals = lines
    .filter(isRemark)
    .map((line) => Number(/\bof (?:more than )?(\d+)/.exec(line)?.[1] ?? 0));
  return { things, total: Math.max(things.length, ...totals) };
}

function isRemark(line: string): boolean {
  return line.startsWith('[') && line.endsWith(']');
}
