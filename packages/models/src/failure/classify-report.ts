// Decides what kind of failure a provider's error is, from its status, codes and words. One ordered list of rules;
// no provider is named, since what they share is the vocabulary.
import { type ErrorFacts, toErrorFacts } from './error-facts.ts';
import type { Problem } from './problem.ts';
import { type Headers, readRetryAfter } from './retry-after.ts';

type Facts = ErrorFacts & {
  /** The HTTP status where it was no success, else the one that the error names for itself. */
  effective: number | undefined;
  /** True for an error inside of an answer that began well. */
  inBand: boolean;
  retryAfterMs: number | undefined;
};

type Rule = { when(facts: Facts): boolean; as: Pick<Problem, 'kind' | 'retryable' | 'outOfCredit'> };

const rateWords =
  /rate.?limit|too many requests|throttl|per (?:minute|second|hour|day)\b|\b[tr]p[mds]\b|please wait|slow down|resource.?(?:has been )?exhausted|concurren|quota|请求过于频繁|请求过多|并发|限流/i;
const creditWords =
  /insufficient[_ ](?:quota|balance|credit|funds)|exceeded your current (?:\w+ )?quota|check your plan|billing (?:details|hard limit|not active)|credit balance|out of credit|(?:not enough|no|more) credits?\b|payment required|arrear|overdue|余额不足|欠费/i;
const contextCodes =
  /context_length|context_window|context_size|request_too_large|payload_too_large|above_max_length/;
const contextWords =
  /context.?(?:length|window|size)|(?:maximum|max) (?:context|prompt|input|sequence)|(?:prompt|input|request|messages?)(?: \w+){0,3} too (?:long|large)|(?:prompt|input|request)\b.{0,80}\bexceed\w*.{0,40}\b(?:tokens?|length|limit)|input length|too many (?:input |prompt )?tokens|reduce (?:the|your) (?:length|prompt|input|messages?)|string too long|超长|上下文长度|最大长度/i;
/** A limit of the answer's length is no fault of the prompt. */
const answerWords = /max_(?:completion_|output_)?tokens|(?:completion|output) tokens/i;
const filterWords =
  /content[_ ]?(?:management[_ ]?)?(?:policy|filter)|responsibleaipolicy|data_inspection|moderation|safety (?:system|filter|policy)|inappropriate content|prohibited_content|(?:input|output|new)_sensitive|flagged|敏感|不合规/i;
const keyWords =
  /api[ _-]?(?:secret )?key|unauthori[sz]ed|unauthenticated|authentication|permission[ _]denied|invalid (?:access )?token|access denied|login fail|not authorized/i;
const timeoutWords = /timed?[ -]?out|deadline exceeded/i;
const missingWords =
  /model.{0,120}(?:not found|not exist|does not exist|unknown|is not available|no longer available|decommissioned)|(?:no such|unknown|invalid) model|model_not_found|unexpected endpoint|no endpoints? found|not_found_error|deploymentnotfound/i;
const refusalCodes = /invalid_request|bad_?request|invalid_argument|unsupported|validation/;

const rules: readonly Rule[] = [
  {
    when: (facts) => facts.effective === 413 || hasCode(facts, contextCodes),
    as: { kind: 'context_length', retryable: false },
  },
  {
    when: (facts) => isContextWording(facts.words) && facts.effective !== 429,
    as: { kind: 'context_length', retryable: false },
  },
  {
    when: (facts) =>
      hasCode(facts, /insufficient_(?:quota|balance|credit)|exceeded_current_quota|billing|arrear|overdue/) ||
      facts.effective === 402 ||
      (creditWords.test(facts.words) && facts.retryAfterMs === undefined),
    as: { kind: 'rate_limit', retryable: false, outOfCredit: true },
  },
  {
    when: (facts) => isRefusal(facts) && (hasCode(facts, filterWords) || filterWords.test(facts.words)),
    as: { kind: 'content_filter', retryable: false },
  },
  {
    when: (facts) =>
      facts.effective === 401 ||
      hasCode(facts, /invalid_api_key|authentication|unauthenticated|permission_denied/) ||
      (isRefusal(facts) && keyWords.test(facts.words)),
    as: { kind: 'auth', retryable: false },
  },
  {
    when: (facts) =>
      hasStatus(facts, 429) ||
      ((isRefusal(facts) || facts.inBand) &&
        (hasCode(facts, /rate_?limit|throttl/) || rateWords.test(facts.words))),
    as: { kind: 'rate_limit', retryable: true },
  },
  { when: (facts) => facts.effective === 403, as: { kind: 'auth', retryable: false } },
  {
    when: (facts) => [408, 504, 522, 524].includes(facts.effective ?? 0),
    as: { kind: 'timeout', retryable: true },
  },
  {
    when: (facts) =>
      [404, 405, 410].includes(facts.effective ?? 0) ||
      (isRefusal(facts) && (hasCode(facts, missingWords) || missingWords.test(facts.words))),
    as: { kind: 'not_found', retryable: false },
  },
  {
    when: (facts) => [409, 425].includes(facts.effective ?? 0),
    as: { kind: 'server', retryable: true },
  },
  { when: (facts) => facts.effective === 501, as: { kind: 'server', retryable: false } },
  {
    when: (facts) => facts.inBand && (timeoutWords.test(facts.words) || hasCode(facts, timeoutWords)),
    as: { kind: 'timeout', retryable: true },
  },
  {
    when: (facts) => (facts.effective === undefined ? hasCode(facts, refusalCodes) : facts.effective < 500),
    as: { kind: 'bad_request', retryable: false },
  },
];

/** `http` is undefined for an error inside of an answer with status 200. */
export function classifyReport(
  report: unknown,
  http?: { status: number; headers: Headers; now: number },
): Problem {
  const found = toErrorFacts(report);
  const retryAfterMs = readRetryAfter(http, found);
  const facts: Facts = {
    ...found,
    // An address in the words (".../account/billing") says nothing about what happened.
    words: found.words.replace(/https?:\S+/g, ''),
    effective: http?.status ?? found.status,
    inBand: http === undefined,
    retryAfterMs,
  };
  const verdict = rules.find(({ when }) => when(facts))?.as ?? { kind: 'server' as const, retryable: true };
  return {
    ...verdict,
    words: found.words,
    codes: found.codes,
    status: http?.status,
    ...(verdict.retryable && retryAfterMs !== undefined ? { retryAfterMs } : {}),
  };
}

/** A refusal of this request, as opposed to a failure of the server. */
function isRefusal({ effective }: Facts): boolean {
  return effective === undefined || effective < 500;
}

function isContextWording(words: string): boolean {
  if (!contextWords.test(words) || rateWords.test(words)) return false;
  return /context/i.test(words) || !answerWords.test(words);
}

function hasStatus(facts: Facts, status: number): boolean {
  return facts.effective === status || facts.status === status;
}

function hasCode({ codes }: Facts, pattern: RegExp): boolean {
  return codes.some((code) => pattern.test(code));
}
