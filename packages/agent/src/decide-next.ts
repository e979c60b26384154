// What happens after each model answer, as one pure function: the loop's state machine on one screen. A new state of
// the agent is a new branch here and a new case in the loop.
import type { TurnError, TurnStatus } from '@slipstream/protocol';
import type { Limits } from './limits.ts';
import type { ModelAnswer, ModelFailure } from './model.ts';

export type Situation = {
  answer: ModelAnswer;
  /** Attempts of this step that failed before this one. */
  failedAttempts: number;
  /** Answers in a row, this one included, that named only tools that do not exist. */
  unknownOnly: number;
  /** How often in a row the very same call was asked for, this one included. */
  sameCall: number;
  limits: Pick<Limits, 'maxRetries' | 'retryDelayMs' | 'maxRetryDelayMs'>;
  /** Uniform in [0, 1): jitter. */
  random: number;
};

export type Next =
  | { next: 'run_tools' }
  /** Wait, withdraw the attempt's text, call again. */
  | { next: 'retry'; delayMs: number; failure: ModelFailure }
  | { next: 'finish'; status: TurnStatus; error?: TurnError };

/** Consecutive answers with only unknown tools, and equal calls in a row, after which a model counts as lost. */
export const maxUnknownOnly = 3;
export const maxSameCall = 5;

const emptyAnswer: ModelFailure = {
  kind: 'malformed',
  message: 'The model gave an empty answer.',
  retryable: true,
};

export function decideNext(situation: Situation): Next {
  const { answer, limits, failedAttempts } = situation;
  if (answer.failure) return retryOrFail(answer.failure, situation);
  switch (answer.finish) {
    case 'length':
      return { next: 'finish', status: 'length' };
    case 'content_filter':
      return { next: 'finish', status: 'content_filter' };
    default:
  }
  if (answer.calls.length === 0) {
    const empty = answer.text.trim() === '';
    if (empty && failedAttempts === 0 && limits.maxRetries > 0)
      return { next: 'retry', delayMs: 0, failure: emptyAnswer };
    return { next: 'finish', status: 'completed' };
  }
  if (situation.unknownOnly >= maxUnknownOnly)
    return lost(`The model asked ${maxUnknownOnly} times in a row only for tools that do not exist.`);
  if (situation.sameCall >= maxSameCall)
    return lost(`The model made the same call ${maxSameCall} times in a row.`);
  return { next: 'run_tools' };
}

function retryOrFail(failure: ModelFailure, situation: Situation): Next {
  const { limits, failedAttempts } = situation;
  const asked = failure.retryAfterMs;
  const patient = asked === undefined || asked <= limits.maxRetryDelayMs;
  if (failure.retryable && patient && failedAttempts < limits.maxRetries) {
    const ceiling = Math.min(limits.maxRetryDelayMs, limits.retryDelayMs * 2 ** failedAttempts);
    return { next: 'retry', delayMs: asked ?? Math.round(ceiling * situation.random), failure };
  }
  const { kind, message, retryable, facts } = failure;
  const error = { kind, message, retryable, ...(facts === undefined ? {} : { facts }) };
  return { next: 'finish', status: 'failed', error };
}

function lost(message: string): Next {
  return {
    next: 'finish',
    status: 'failed',
    error: { kind: 'malformed', message: `${message} Try again, or choose another model.`, retryable: true },
  };
}
