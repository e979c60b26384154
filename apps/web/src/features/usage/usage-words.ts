// Tokens and cost in words: in full for the opened trace, short for the line under an answer. What was estimated
// says so.
import type { Usage } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import { formatCost, formatCount } from '../../i18n/format.ts';

export type Spent = { usage: Usage; estimated: boolean; costUsd: number | undefined };

type Words = { t: TFunction; language: string };

export function toUsageWords({ t, language }: Words, spent: Spent): string[] {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = spent.usage;
  const say = (key: 'input' | 'cached' | 'output' | 'reasoning', count: number) =>
    count > 0 &&
    joined(t(`usage.${key}`, { n: aboutWords(t, spent.estimated, formatCount(language, count)) }));
  return [
    say('input', inputTokens),
    say('cached', cachedTokens),
    say('output', outputTokens),
    say('reasoning', reasoningTokens),
    toCostWords({ t, language }, spent),
  ].filter((part) => typeof part === 'string');
}

/** Empty where there is nothing to tell. */
export function toShortUsage({ t, language }: Words, spent: Spent): string {
  const count = spent.usage.inputTokens + spent.usage.outputTokens;
  const n = aboutWords(t, spent.estimated, formatCount(language, count));
  const tokens = count > 0 && joined(t('usage.short', { n }));
  return [tokens, toCostWords({ t, language }, spent)].filter((part) => typeof part === 'string').join(' · ');
}

/** Null where nobody knows the price. */
export function toCostWords({ t, language }: Words, { costUsd, estimated }: Spent): string | null {
  return costUsd === undefined ? null : aboutWords(t, estimated, formatCost(language, costUsd));
}

/** A number, marked where it is only an estimate. */
export function aboutWords(t: TFunction, estimated: boolean, n: string): string {
  return estimated ? t('usage.about', { n }) : n;
}

/** The blank of Chinese before a number is none before the word for "about". */
export function joined(words: string): string {
  return words.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
}
