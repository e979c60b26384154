// Rules that make one call and then tell what came of it.
import type { Json } from '@slipstream/protocol';
import type { Language, Phrase } from './language.ts';
import { call, say } from './part.ts';
import { reportOn } from './reports.ts';
import { byPatterns, type DemoRule, type Details } from './rule.ts';

/** A call to make, with the words before it; or only words, where something is missing. */
export type Plan = { tool: string; args: Json; intro: string } | { say: string };

export type ToolRule = {
  example: Phrase;
  en: readonly RegExp[];
  zh: readonly RegExp[];
  /** For patterns whose time is linear in the text. */
  maxLength?: number;
  plan(details: Details, language: Language): Plan;
};

export function createToolRule({ example, en, zh, maxLength, plan }: ToolRule): DemoRule {
  return {
    example,
    match: byPatterns({ en, zh }, maxLength),
    act(turn, { language, details }) {
      const outcomes = turn.rounds.at(-1);
      if (outcomes) return [say(outcomes.map((outcome) => reportOn(outcome, language)).join('\n\n'))];
      const next = plan(details, language);
      if ('say' in next) return [say(next.say)];
      return turn.offers(next.tool)
        ? [say(next.intro), call(next.tool, next.args)]
        : [say(sayNotOffered(next.tool, language))];
    },
  };
}

export function sayNotOffered(tool: string, language: Language): string {
  return language === 'zh'
    ? `这件事需要工具 \`${tool}\`，但这里没有把它提供给我，所以我什么也没有做。`
    : `This needs the tool \`${tool}\`, which is not offered to me here, so I did nothing.`;
}
