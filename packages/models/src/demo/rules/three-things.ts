// Several tools in one turn: three looks at once, then a file, then a command, with words between. What is not
// offered or is denied is told and left out; the rest goes on.
import type { Json } from '@slipstream/protocol';
import type { Language } from '../language.ts';
import { hasWorked } from '../outcome-kind.ts';
import { call, type DemoPart, say } from '../part.ts';
import { reportOn } from '../reports.ts';
import { byPatterns, type DemoRule } from '../rule.ts';
import { sayNotOffered } from '../tool-rule.ts';
import type { DemoTurn, Outcome } from '../turn.ts';

const notesFile = 'three-things.md';

type Stage = { intro: string; calls: { tool: string; args: Json }[] };

export const threeThings: DemoRule = {
  example: { en: 'work on three things', zh: '做三件事' },
  match: byPatterns({
    en: [/^(?:work on|do|try) (?:three|3) (?:things|tasks)(?: at once| in parallel)?[.!]*$/i],
    zh: [/^(?:做|处理|完成|同时做)\s*(?:三|3)\s*(?:件|个|项)(?:事|事情|任务)[。！]*$/],
  }),
  act(turn, { language }) {
    const stages = toStages(turn, language);
    const done = turn.rounds.flat();
    const parts: DemoPart[] = [];
    const last = turn.rounds.at(-1);
    if (last) parts.push(say(`${reportAll(last, language)}\n\n`));
    for (const stage of stages.slice(toStageNumber(turn, stages))) {
      const offered = stage.calls.filter(({ tool }) => turn.offers(tool));
      const missing = stage.calls.filter(({ tool }) => !turn.offers(tool));
      parts.push(say(`${stage.intro}\n\n`));
      for (const { tool } of missing) parts.push(say(`${sayNotOffered(tool, language)}\n\n`));
      if (offered.length > 0) return [...parts, ...offered.map(({ tool, args }) => call(tool, args))];
    }
    return [...parts, say(toEnd(done, language))];
  },
};

/** The stage after the one that the last round belongs to. */
function toStageNumber(turn: DemoTurn, stages: readonly Stage[]): number {
  const tool = turn.rounds.at(-1)?.at(-1)?.name;
  return stages.findIndex(({ calls }) => calls.some((each) => each.tool === tool)) + 1;
}

function toStages(turn: DemoTurn, language: Language): Stage[] {
  const zh = language === 'zh';
  const looked = turn.rounds[0] ?? [];
  const wrote = turn.rounds.flat().some((outcome) => outcome.name === 'write_file' && hasWorked(outcome));
  const title = zh ? '三件事' : 'Three things';
  const notes = `# ${title}\n\n${toSummary(looked, language)}\n`;
  return [
    {
      intro: zh
        ? '好，三件事：看、写、检查。**第一**，我同时用三种方式看看工作区。'
        : 'Three things, then: look, write, check. **First** I look at the workspace in three ways at once.',
      calls: [
        { tool: 'list_directory', args: { path: '.' } },
        { tool: 'glob', args: { pattern: '**/*.md' } },
        { tool: 'grep', args: { pattern: 'TODO' } },
      ],
    },
    {
      intro: zh
        ? `**第二**，我把看到的写进 \`${notesFile}\`。`
        : `**Second**, I write what I saw to \`${notesFile}\`.`,
      calls: [{ tool: 'write_file', args: { path: notesFile, content: notes } }],
    },
    {
      intro: zh ? '**第三**，我用一条命令检查。' : '**Third**, I check with a command.',
      calls: [{ tool: 'bash', args: { command: wrote ? `ls -la && wc -l ${notesFile}` : 'ls -la' } }],
    },
  ];
}

function reportAll(outcomes: readonly Outcome[], language: Language): string {
  if (outcomes.length === 1) return outcomes.map((outcome) => reportOn(outcome, language)).join('');
  return outcomes.map((outcome) => `- ${reportOn(outcome, language).replace(/\n(?=.)/g, '\n  ')}`).join('\n');
}

/** A line for each call. */
function toSummary(outcomes: readonly Outcome[], language: Language): string {
  const lines = outcomes.map((outcome) => reportOn(outcome, language).split('\n')[0] ?? '');
  return lines.map((line) => `- ${line.replace(/[:：]$/, language === 'zh' ? '。' : '.')}`).join('\n');
}

function toEnd(outcomes: readonly Outcome[], language: Language): string {
  const worked = outcomes.filter(hasWorked).length;
  const count = outcomes.length;
  const first =
    language === 'zh'
      ? `三件事都过了一遍：${count} 次调用，其中 ${worked} 次成功。`
      : `That was all three: ${count} ${count === 1 ? 'call' : 'calls'}, ${worked} of which worked.`;
  return count === 0 ? first : `${first}\n\n${toSummary(outcomes, language)}`;
}
