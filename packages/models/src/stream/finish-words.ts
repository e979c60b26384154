// What the providers' words for the end of an answer mean.
import type { ModelAnswer } from '@slipstream/agent';

type FinishMeaning = Exclude<ModelAnswer['finish'], 'tool_calls'>;

const meanings: Readonly<Record<string, FinishMeaning>> = {
  length: 'length',
  max_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  content_filter: 'content_filter',
  sensitive: 'content_filter',
  error: 'error',
  network_error: 'error',
  insufficient_system_resource: 'error',
};

/** Worse first: an abnormal end is never hidden by a normal word that follows it. */
const ranks: readonly FinishMeaning[] = ['error', 'content_filter', 'length', 'stop'];

/** Words that are not known are a normal end. */
export function toFinishMeaning(word: string): FinishMeaning {
  return Object.hasOwn(meanings, word) ? (meanings[word] ?? 'stop') : 'stop';
}

/** The one of two ends that counts. */
export function worseFinish(a: FinishMeaning | undefined, b: FinishMeaning): FinishMeaning {
  return a !== undefined && ranks.indexOf(a) < ranks.indexOf(b) ? a : b;
}
