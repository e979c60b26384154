// What a model call cost, from its tokens and its model's prices.
import type { Usage } from '@slipstream/protocol';
import type { ModelPrices } from './model.ts';

/** US dollars; undefined where there are no prices. Reasoning is output; cached input has its own price, if any. */
export function toCost(usage: Usage, prices: ModelPrices | null): number | undefined {
  if (!prices) return undefined;
  const { inputPerMTok, outputPerMTok, cachedInputPerMTok = inputPerMTok } = prices;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const millionths =
    (usage.inputTokens - cached) * inputPerMTok +
    cached * cachedInputPerMTok +
    usage.outputTokens * outputPerMTok;
  return millionths / 1_000_000;
}
