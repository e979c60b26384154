// What the demo model says about a tool's result: something concrete, from the result itself.
import type { Language } from './language.ts';
import { toOutcomeKind } from './outcome-kind.ts';
import { reportChange, reportEdit } from './reports/report-change.ts';
import { reportCommand } from './reports/report-command.ts';
import { reportFile } from './reports/report-file.ts';
import { reportFiles, reportFolder, reportMatches } from './reports/report-list.ts';
import { toBlock } from './reports/text-block.ts';
import type { Outcome } from './turn.ts';

export type Report = (outcome: Outcome, language: Language) => string;

const reports: Readonly<Record<string, Report>> = {
  list_directory: reportFolder,
  glob: reportFiles,
  grep: reportMatches,
  read_file: reportFile,
  write_file: reportChange,
  edit_file: reportEdit,
  bash: reportCommand,
};

/** Markdown about one call, also when it failed or was denied. */
export function reportOn(outcome: Outcome, language: Language): string {
  const result = toOutcomeKind(outcome);
  const name = `\`${outcome.name}\``;
  if (result.kind === 'denied') {
    if (language === 'zh')
      return result.note === null
        ? `你拒绝了 ${name}，所以什么也没有做。`
        : `你拒绝了 ${name}：${result.note}。什么也没有做。`;
    return result.note === null
      ? `You denied ${name}, so nothing was done.`
      : `You denied ${name}: ${result.note}. Nothing was done.`;
  }
  if (result.kind === 'error')
    return language === 'zh'
      ? `${name} 没有成功：\n\n${toBlock(result.message, language)}`
      : `${name} did not work:\n\n${toBlock(result.message, language)}`;
  const report = reports[outcome.name];
  return report ? report(outcome, language) : toBlock(outcome.text, language);
}
