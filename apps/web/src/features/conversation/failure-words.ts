// A failure of a model in the page's language, from the facts of it.
import type { TurnError } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import { formatDuration } from '../../i18n/format.ts';
import { joinSentences } from '../../i18n/join-sentences.ts';

/** Which provider, what happened and what to do; without the facts, what can be said of the kind. */
export function failureWords(t: TFunction, { kind, facts }: Pick<TurnError, 'kind' | 'facts'>): string {
  if (!facts) return joinSentences(t(`failure.${kind}`), t(`failure.todo.${kind}`));
  if (facts.what === 'rate_limit' && (facts.waitMs ?? 0) >= 1000)
    return t('failure.wait', { host: facts.host, time: formatDuration(t, facts.waitMs ?? 0) });
  return t(`failure.said.${facts.what}`, { ...facts, time: formatDuration(t, facts.silentMs ?? 0) });
}

/** The provider's own words; without the facts the server's. May be empty. */
export function providersWords(
  t: TFunction,
  { message, facts }: Pick<TurnError, 'message' | 'facts'>,
): string {
  if (!facts) return message;
  const status = facts.status === undefined ? '' : t('failure.status', { status: facts.status });
  return joinSentences(status, facts.words);
}
