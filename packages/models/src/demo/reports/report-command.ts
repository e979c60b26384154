import type { Language } from '../language.ts';
import type { Outcome } from '../turn.ts';
import { toBlock, toLines } from './text-block.ts';

const exitLine =
  /^[[(]?(?:exit(?:ed)?|ended|finished)?(?: with)?(?: exit)? ?(?:code|status):? (\d+)[\])]?\.?$/i;
const maxExitLineLength = 60;

export function reportCommand({ args, text }: Outcome, language: Language): string {
  const command = `\`${String(args['command'])}\``;
  const { code, lines } = splitExit(toLines(text));
  const block = toBlock(lines.join('\n'), language);
  if (language === 'zh')
    return lines.length === 0
      ? `${command} 的退出码是 **${code}**，没有输出。`
      : `${command} 的退出码是 **${code}**，输出了 ${lines.length} 行：\n\n${block}`;
  return lines.length === 0
    ? `${command} ended with exit code **${code}** and printed nothing.`
    : `${command} ended with exit code **${code}** and printed ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}:\n\n${block}`;
}

/** The code from the first or last line if one of them tells it, and the other lines. */
function splitExit(lines: readonly string[]): { code: string; lines: string[] } {
  for (const index of [lines.length - 1, 0]) {
    const line = lines[index]?.trim() ?? '';
    const code = line.length > maxExitLineLength ? undefined : exitLine.exec(line)?.[1];
    if (code !== undefined) return { code, lines: toLines(lines.toSpliced(index, 1).join('\n')) };
  }
  return { code: '0', lines: [...lines] };
}
