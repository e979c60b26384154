// Tokens and cost in words: in full for the opened trace, short for the line under an answer. A tilde marks what was
// estimated.
import type { Usage } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import { formatCost, formatCount } from '../../i18n/format.ts';

export type Spent = { usage: Usage; estimated: boolean; costUsd: number | undefined };

type Words = { t: TFunction; language: string };

export function toUsageWords({ t, language }: Words, spent: Spent): string[] {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = spent.usage;
  const n = (count: number) => mark(spent) + formatCount(language, count);
  return [
    inputTokens > 0 && t('usage.input', { n: n(inputTokens) }),
    cachedTokens > 0 && t('usage.cached', { n: n(cachedTokens) }),
    outputTokens > 0 && t('usage.output', { n: n(outputTokens) }),
    reasoningTokens > 0 && t('usage.reasoning', { n: n(reasoningTokens) }),
    toCostWords(language, spent),
  ].filter((part) => typeof part === 'string');
}

/** Empty where there is nothing to tell. */
export function toShortUsage({ t, language }: Words, spent: Spent): string {
  const { inputTokens, outputTokens } = spent.usage;
  const tokens =
    inputTokens + outputTokens > 0 &&
    t('usage.short', { n: mark(spent) + formatCount(language, inputTokens + outputTokens) });
  return [tokens, toCostWords(language, spent)].filter((part) => typeof part === 'string').join(' · ');
}

/** Null where nobody knows the price. */
export function toCostWords(language: string, spent: Spent): string | null {
  return spent.costUsd === undefined ? null : mark(spent) + formatCost(language, spent.costUsd);
}

function mark({ estimated }: Spent): string {
  return estimated ? '~' : '';
}
