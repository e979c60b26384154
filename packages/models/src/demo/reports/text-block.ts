// A part of a result as Markdown that the result cannot break out of.
import type { Language } from '../language.ts';

const shownLines = 8;
const shownNames = 6;
const shownLineLength = 160;

/** The lines without the empty ones at the end. */
export function toLines(text: string): string[] {
  const lines = text.split('\n');
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

/** The first lines as a code block, and how many of `total` are left out. */
export function toBlock(text: string, language: Language, total = toLines(text).length): string {
  const shown = toLines(text).slice(0, shownLines).map(shorten);
  const longest = Math.max(2, ...(shown.join('\n').match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const rest = total - shown.length;
  const more =
    language === 'zh' ? `还有 ${rest} 行。` : `…and ${rest} more ${rest === 1 ? 'line' : 'lines'}.`;
  return `${fence}text\n${shown.join('\n')}\n${fence}${rest > 0 ? `\n\n${more}` : ''}`;
}

/** The first names in backticks, and how many of `total` are left out. */
export function toNames(names: readonly string[], total: number, language: Language): string {
  const shown = names.slice(0, shownNames).map((name) => `\`${shorten(name).replaceAll('`', "'")}\``);
  const rest = total - shown.length;
  if (language === 'zh') return shown.join('、') + (rest > 0 ? `，还有 ${rest} 个` : '');
  return shown.join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}

function shorten(line: string): string {
  const characters = [...line];
  return characters.length > shownLineLength ? `${characters.slice(0, shownLineLength).join('')}…` : line;
}
