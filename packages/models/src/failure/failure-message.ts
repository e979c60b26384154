// The sentence that people read when a model failed: which host, what happened, what to do, and the provider's own
// words; and the same in parts, for saying it in their language. The only place that words a problem; the key never
// passes it.
import type { ModelFailure } from '@slipstream/agent';
import { assertNever, type FailureFacts } from '@slipstream/protocol';
import type { Problem } from './problem.ts';

/** Where a request went, as far as people care. */
export type Target = {
  host: string;
  model: string;
  /** The setting that holds the key, and whether it is set. */
  keyName: string;
  hasKey: boolean;
  /** The setting that holds the address. */
  urlName: string;
  idleTimeoutMs: number;
};

export function toFailure(problem: Problem, target: Target, redact: (text: string) => string): ModelFailure {
  const { kind, retryable, retryAfterMs, status } = problem;
  const { host, model, keyName, urlName, idleTimeoutMs } = target;
  const facts: FailureFacts = {
    what: toWhat(problem, target),
    host,
    model,
    keyName,
    urlName,
    words: redact(problem.words.trim()),
    ...(status === undefined ? {} : { status }),
  };
  if (facts.what === 'silent') facts.silentMs = idleTimeoutMs;
  if (facts.what === 'rate_limit' && retryAfterMs !== undefined) facts.waitMs = retryAfterMs;
  const said = toSentence(facts);
  const message = redact(facts.words === '' ? `${said}.` : `${said}: ${facts.words}`);
  return { kind, message, facts, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function toWhat(problem: Problem, { hasKey }: Target): FailureFacts['what'] {
  switch (problem.kind) {
    case 'auth':
      return hasKey ? 'key_refused' : 'key_missing';
    case 'rate_limit':
      return problem.outOfCredit ? 'out_of_credit' : 'rate_limit';
    case 'timeout':
      return problem.status === undefined && problem.words === '' ? 'silent' : 'timeout';
    case 'malformed':
      return problem.retryable ? 'malformed' : 'no_completion';
    default:
      return problem.kind;
  }
}

function toSentence({ what, host, model, keyName, urlName, ...facts }: FailureFacts): string {
  const status = facts.status === undefined ? '' : ` (${facts.status})`;
  switch (what) {
    case 'key_refused':
      return `The key in ${keyName} was refused by ${host}${status}`;
    case 'key_missing':
      return `${host} asks for a key${status}; set ${keyName}`;
    case 'out_of_credit':
      return `The account of the key in ${keyName} is out of credit or quota at ${host}${status}; top it up or use another key`;
    case 'rate_limit':
      return `${host} asks to slow down${status}`;
    case 'context_length':
      return `The conversation is longer than ${model} at ${host} can take${status}`;
    case 'not_found':
      return `${host} does not know the model "${model}", or not this address${status}; check the model's name and ${urlName}`;
    case 'bad_request':
      return `${host} refused the request${status}`;
    case 'content_filter':
      return `A content filter at ${host} refused the request${status}`;
    case 'server':
      return `${host} failed to answer${status}; the fault is on its side`;
    case 'silent':
      return `${host} sent nothing for ${toSeconds(facts.silentMs ?? 0)}`;
    case 'timeout':
      return `${host} took too long to answer${status}`;
    case 'stream_interrupted':
      return `${host} ended the answer in the middle`;
    case 'malformed':
      return `${host} sent an answer that cannot be read to its end`;
    case 'no_completion':
      return `What ${host} sent is no chat completion; check that ${urlName} is the address of an OpenAI-compatible API (it often ends in /v1)`;
    case 'network':
      return `${host} cannot be reached; check that it runs and that ${urlName} is right`;
    case 'internal':
      return `The request to ${host} could not be made`;
    default:
      return assertNever(what);
  }
}

function toSeconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
