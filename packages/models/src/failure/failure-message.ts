// The sentence that people read when a model failed: which host, what happened, what to do, and the provider's own
// words. The only place that words a problem; the key never passes it.
import type { ModelFailure } from '@slipstream/agent';
import { assertNever } from '@slipstream/protocol';
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
  const { kind, retryable, retryAfterMs } = problem;
  const said = toSentence(problem, target);
  const words = problem.words.trim();
  const message = redact(words === '' ? `${said}.` : `${said}: ${words}`);
  return { kind, message, retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function toSentence(problem: Problem, target: Target): string {
  const { host, model, keyName, urlName } = target;
  const status = problem.status === undefined ? '' : ` (${problem.status})`;
  switch (problem.kind) {
    case 'auth':
      return target.hasKey
        ? `The key in ${keyName} was refused by ${host}${status}`
        : `${host} asks for a key${status}; set ${keyName}`;
    case 'rate_limit':
      return problem.outOfCredit
        ? `The account of the key in ${keyName} is out of credit or quota at ${host}${status}; top it up or use another key`
        : `${host} asks to slow down${status}`;
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
    case 'timeout':
      return problem.status === undefined && problem.words === ''
        ? `${host} sent nothing for ${toSeconds(target.idleTimeoutMs)}`
        : `${host} took too long to answer${status}`;
    case 'stream_interrupted':
      return `${host} ended the answer in the middle`;
    case 'malformed':
      return problem.retryable
        ? `${host} sent an answer that cannot be read to its end`
        : `What ${host} sent is no chat completion; check that ${urlName} is the address of an OpenAI-compatible API (it often ends in /v1)`;
    case 'network':
      return `${host} cannot be reached; check that it runs and that ${urlName} is right`;
    case 'internal':
      return `The request to ${host} could not be made`;
    default:
      return assertNever(problem.kind);
  }
}

function toSeconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`;
}
