// How long the provider asks to wait: its headers first, then a field of the error, then its words.
import type { ErrorFacts } from './error-facts.ts';

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

const unitMs: Readonly<Record<string, number>> = { ms: 1, mil: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds, or undefined where nothing is asked. A date counts from the answer's own `date`, else from `now`. */
export function readRetryAfter(
  http: { headers: Headers; now: number } | undefined,
  facts: Pick<ErrorFacts, 'words' | 'retryDelayMs'>,
): number | undefined {
  return (http && fromHeaders(http.headers, http.now)) ?? facts.retryDelayMs ?? fromWords(facts.words);
}

function fromHeaders(headers: Headers, now: number): number | undefined {
  const fine = toNumber(first(headers, 'retry-after-ms'));
  if (fine !== undefined) return Math.round(fine);
  const after = first(headers, 'retry-after');
  const seconds = toNumber(after);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  // Anything with a digit is a date to `Date.parse`.
  const date = /^[a-z]{3}|^\d{4}-/i.test(after) ? Date.parse(after) : Number.NaN;
  if (Number.isNaN(date)) return undefined;
  const sent = Date.parse(first(headers, 'date'));
  return Math.max(0, date - (Number.isNaN(sent) ? now : sent));
}

const amount = String.raw`\d+(?:\.\d+)?\s?(?:milliseconds?|ms|minutes?|mins?|m|seconds?|secs?|s|hours?|h)(?![a-z])[\s,]*`;
const asked = new RegExp(String.raw`(?:again|retry|wait|available)\b\D{0,12}((?:${amount})+)`, 'i');

/** "try again in 4.77s", "retry after 45 seconds", "wait 1m30.5s", "in 250ms". */
function fromWords(words: string): number | undefined {
  const wait = asked.exec(words)?.[1];
  if (wait === undefined) return undefined;
  let total = 0;
  for (const [, value, unit] of wait.matchAll(/([\d.]+)\s?(mil|ms|m|s|h)/gi))
    total += Number(value) * (unitMs[unit?.toLowerCase() ?? ''] ?? 0);
  return Math.round(total);
}

function first(headers: Headers, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
}

function toNumber(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}
