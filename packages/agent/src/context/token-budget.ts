// How many tokens a prompt may have, and how estimates compare with what providers count. The corrections live as
// long as the server; nothing depends on them but how early older messages are folded.
import type { ModelInfo } from '@slipstream/protocol';
import { roughCounter, type TokenCounter } from './token-counter.ts';

export type TokenBudget = {
  counter: TokenCounter;
  /** By how much the model's provider counts more than the counter does. */
  ratio(modelId: string): number;
  learn(modelId: string, estimated: number, counted: number): void;
};

/** Too small a prompt says nothing about a tokenizer. */
const minSample = 500;

export function createTokenBudget(counter: TokenCounter): TokenBudget {
  const ratios = new Map<string, number>();
  return {
    counter,
    ratio: (modelId) => ratios.get(modelId) ?? 1,
    learn(modelId, estimated, counted) {
      if (estimated < minSample || counted <= 0) return;
      const seen = Math.min(3, Math.max(0.8, counted / estimated));
      const known = ratios.get(modelId);
      // Upwards at once, downwards slowly: too large a prompt is refused, too small a one only folds early.
      ratios.set(modelId, known === undefined || seen > known ? seen : known * 0.8 + seen * 0.2);
    },
  };
}

export const roughBudget = (): TokenBudget => createTokenBudget(roughCounter);

/** What is kept for the answer: never more than a quarter of the window. */
export function answerTokens({ contextWindow }: ModelInfo, maxOutputTokens: number): number {
  return Math.max(1, Math.min(maxOutputTokens, Math.floor(contextWindow / 4)));
}

/** What the prompt may have, in the counter's own tokens; a twentieth is left for what is not counted. */
export function promptLimit(info: ModelInfo, maxOutputTokens: number, ratio: number): number {
  return Math.floor(((info.contextWindow - answerTokens(info, maxOutputTokens)) * 0.95) / ratio);
}
