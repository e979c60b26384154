// About results that are a line for each thing found.
import type { Language } from '../language.ts';
import type { Outcome } from '../turn.ts';
import { toFound } from './found-lines.ts';
import { toBlock, toNames } from './text-block.ts';

export function reportFolder({ args, text }: Outcome, language: Language): string {
  const { things, total, count } = toFound(text);
  const names = toNames(things.map(withoutSize), total, language);
  const folder = args['path'] === '.' || !args['path'] ? '' : String(args['path']);
  if (language === 'zh') {
    const where = folder === '' ? '工作区' : `\`${folder}\` `;
    return total === 0 ? `${where}是空的。` : `${where}里有 **${count}** 个条目：${names}。`;
  }
  const where = folder === '' ? 'The workspace' : `\`${folder}\``;
  return total === 0
    ? `${where} is empty.`
    : `${where} has **${count}** ${total === 1 ? 'entry' : 'entries'}: ${names}.`;
}

export function reportFiles({ args, text }: Outcome, language: Language): string {
  const { things, total, count } = toFound(text);
  const names = toNames(things, total, language);
  const pattern = `\`${String(args['pattern'])}\``;
  if (language === 'zh')
    return total === 0 ? `没有文件符合 ${pattern}。` : `有 **${count}** 个文件符合 ${pattern}：${names}。`;
  return total === 0
    ? `No file matches ${pattern}.`
    : `**${count}** ${total === 1 ? 'file matches' : 'files match'} ${pattern}: ${names}.`;
}

export function reportMatches({ args, text }: Outcome, language: Language): string {
  const { things, total, count } = toFound(text);
  const block = toBlock(things.join('\n'), language, total);
  const pattern = `\`${String(args['pattern'])}\``;
  if (language === 'zh')
    return total === 0 ? `没有找到 ${pattern}。` : `${pattern} 出现在 **${count}** 行里：\n\n${block}`;
  return total === 0
    ? `${pattern} is nowhere to be found.`
    : `${pattern} is in **${count}** ${total === 1 ? 'line' : 'lines'}:\n\n${block}`;
}

function withoutSize(entry: string): string {
  return entry.replace(/ \([^()]*\)$/, '');
}
