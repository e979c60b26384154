// About files that were written or edited: told from the arguments, since the result only confirms them.
import type { Language } from '../language.ts';
import type { Outcome } from '../turn.ts';
import { toLines } from './text-block.ts';

export function reportChange({ args }: Outcome, language: Language): string {
  const file = `\`${String(args['path'])}\``;
  const content = String(args['content'] ?? '');
  const lines = toLines(content).length;
  const characters = [...content].length;
  return language === 'zh'
    ? `写好了：${file}，共 ${lines} 行、${characters} 个字符。`
    : `Done: ${file} now has ${lines} ${lines === 1 ? 'line' : 'lines'} and ${characters} characters.`;
}

export function reportEdit({ args }: Outcome, language: Language): string {
  const file = `\`${String(args['path'])}\``;
  const [before, after] = [String(args['oldText']), String(args['newText'])];
  return language === 'zh'
    ? `改好了：${file} 里的“${before}”现在是“${after}”。`
    : `Done: in ${file}, “${before}” is now “${after}”.`;
}
