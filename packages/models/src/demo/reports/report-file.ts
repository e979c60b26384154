// About a file that was read: its lines are those that carry a number, whatever else the tool remarks.
import type { Language } from '../language.ts';
import type { Outcome } from '../turn.ts';
import { toFound } from './found-lines.ts';
import { toBlock, toLines } from './text-block.ts';

const numbered = /^\s*\d+\t/;

export function reportFile({ args, text }: Outcome, language: Language): string {
  const file = `\`${String(args['path'])}\``;
  const lines = toLines(text)
    .filter((line) => numbered.test(line))
    .map((line) => line.replace(numbered, ''));
  const total = Math.max(lines.length, toFound(text).total);
  if (lines.length === 0) return language === 'zh' ? `${file} 是空的。` : `${file} is empty.`;
  const block = toBlock(lines.join('\n'), language, total);
  return language === 'zh'
    ? `${file} 有 **${total}** 行，开头是：\n\n${block}`
    : `${file} has **${total}** ${total === 1 ? 'line' : 'lines'}. It begins:\n\n${block}`;
}
