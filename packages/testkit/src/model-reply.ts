// The steps that only a model in memory can play: what a Model port may do beyond what a provider sends.
import type { ModelChunk, ModelFailure } from '@slipstream/agent';
import type { ReplyStep } from './reply.ts';

export type ModelStep =
  | ReplyStep
  /** Several steps whose chunks come in one batch, as from one network read. */
  | { step: 'batch'; steps: readonly ReplyStep[] }
  | { step: 'notice'; chunk: Extract<ModelChunk, { type: 'notice' }> }
  /** Ends the answer with a failure; what came before it is kept in the answer. */
  | { step: 'fail'; failure: ModelFailure }
  /** Breaks the port's contract on purpose: the iterator throws. */
  | { step: 'throw'; error: unknown };

export const modelReply = {
  batch: (...steps: ReplyStep[]): ModelStep => ({ step: 'batch', steps }),
  notice: (level: 'info' | 'warning', code: string, text: string): ModelStep => ({
    step: 'notice',
    chunk: { type: 'notice', level, code, text },
  }),
  fail: (kind: ModelFailure['kind'], failure: Partial<Omit<ModelFailure, 'kind'>> = {}): ModelStep => ({
    step: 'fail',
    failure: { kind, message: `The provider failed: ${kind}.`, retryable: false, ...failure },
  }),
  throw: (error: unknown): ModelStep => ({ step: 'throw', error }),
};
