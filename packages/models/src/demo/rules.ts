// The table of rules; the first that matches answers.
import type { DemoPart } from './part.ts';
import type { DemoRule, Matched } from './rule.ts';
import { askAgents } from './rules/ask-agents.ts';
import { askBack } from './rules/ask-back.ts';
import { count } from './rules/count.ts';
import { editFile } from './rules/edit-file.ts';
import { createHelpRule } from './rules/help.ts';
import { listFiles } from './rules/list-files.ts';
import { readFile } from './rules/read-file.ts';
import { runCommand } from './rules/run-command.ts';
import { findFiles, searchText } from './rules/search-files.ts';
import { showMarkdown } from './rules/show-markdown.ts';
import { thinkAloud } from './rules/think-aloud.ts';
import { threeThings } from './rules/three-things.ts';
import { writeHaiku, writeText } from './rules/write-file.ts';
import type { DemoTurn } from './turn.ts';

const special: readonly DemoRule[] = [
  listFiles,
  readFile,
  writeHaiku,
  writeText,
  editFile,
  runCommand,
  searchText,
  findFiles,
  threeThings,
  askAgents,
  askBack,
  count,
  thinkAloud,
  showMarkdown,
];

const help = createHelpRule(special.map((rule) => rule.example));

export const demoRules: readonly DemoRule[] = [...special, help];

const politeness = /^(?:(?:please|can you|could you|would you|now|ok)[,\s]+)+/i;
const chinesePoliteness = /^(?:请你?|帮我|麻烦你?|能不能|可以)+\s*/;

/** Never fails: the last rule takes what no other does. */
export function findRule(text: string): { rule: DemoRule; matched: Matched } {
  const plain = text.trim().replace(politeness, '').replace(chinesePoliteness, '');
  for (const rule of special) {
    const matched = rule.match(plain);
    if (matched) return { rule, matched };
  }
  return { rule: help, matched: help.match(plain) ?? { language: 'en', details: {} } };
}

export function answerWithRules(turn: DemoTurn): DemoPart[] {
  const { rule, matched } = findRule(turn.text);
  return rule.act(turn, matched);
}
