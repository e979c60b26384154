// About a command: how it ended, which the tool tells in square brackets after the output, and what it printed.
import type { Language } from '../language.ts';
import type { Outcome } from '../turn.ts';
import { toBlock, toLines } from './text-block.ts';

const remark =
  /^\[(?:exit code \d+|ended by .+|stopped .+|stopped, .+|nothing was run: .+|these processes .+|no output)\]$/;

export function reportCommand({ args, text }: Outcome, language: Language): string {
  const { printed, remarks } = toParts(toLines(text));
  const command = `\`${String(args['command']).replaceAll('`', "'")}\``;
  const count = printed.length;
  const block = toBlock(printed.join('\n'), language);
  if (language === 'zh')
    return `${command} ${toEnding(remarks, language)}，${count === 0 ? '没有输出。' : `输出了 ${count} 行：\n\n${block}`}`;
  const output = count === 0 ? 'nothing.' : `${count} ${count === 1 ? 'line' : 'lines'}:\n\n${block}`;
  return `${command} ${toEnding(remarks, language)} and printed ${output}`;
}

function toParts(lines: readonly string[]): { printed: string[]; remarks: string[] } {
  const end = lines.findLastIndex((line) => !remark.test(line)) + 1;
  return { printed: lines.slice(0, end), remarks: lines.slice(end).map((line) => line.slice(1, -1)) };
}

function toEnding(remarks: readonly string[], language: Language): string {
  const told = remarks.find((line) => line !== 'no output');
  const code = /^exit code (\d+)$/.exec(told ?? '')?.[1];
  if (code !== undefined)
    return language === 'zh' ? `的退出码是 **${code}**` : `ended with exit code **${code}**`;
  if (told === undefined) return language === 'zh' ? '已经运行' : 'was run';
  return language === 'zh' ? `没有正常结束（${told}）` : `did not end by itself (${told})`;
}
