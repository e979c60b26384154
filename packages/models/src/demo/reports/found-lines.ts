// Takes a result that is a line for each thing apart: the things, and the tool's remarks in square brackets.
import { toLines } from './text-block.ts';

/**
 * `total` is larger than the number of `things` when a remark says that only a part is shown; `count` is it in
 * words, with a plus where nobody knows how many more there are.
 */
export type Found = { things: string[]; total: number; count: string };

const nothing = /^(?:No files match |Nothing matches )/;

export function toFound(text: string): Found {
  if (nothing.test(text)) return { things: [], total: 0, count: '0' };
  const lines = toLines(text).filter((line) => line.trim() !== '');
  const things = lines.filter((line) => !isRemark(line));
  const remarks = lines.filter(isRemark);
  const totals = remarks.map((line) => Number(/\bof (?:more than )?(\d+)/.exec(line)?.[1] ?? 0));
  const total = Math.max(things.length, ...totals);
  const open = remarks.some((line) => /more than|there are more|stopped after/.test(line));
  return { things, total, count: `${total}${open ? '+' : ''}` };
}

function isRemark(line: string): boolean {
  return line.startsWith('[') && line.endsWith(']');
}
