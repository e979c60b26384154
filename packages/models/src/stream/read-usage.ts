// The token counts of a chunk, in any of the places and spellings that providers use.
import type { Usage } from '@slipstream/protocol';
import { type JsonObject, toObject } from './json.ts';

/** The chunk's usage, which may sit at the top level, in a choice or under a vendor's key. */
export function readUsage(chunk: JsonObject, choices: readonly JsonObject[]): Usage | undefined {
  const own = toUsage(chunk['usage']);
  if (own) return own;
  for (const choice of choices) {
    const usage = toUsage(choice['usage']);
    if (usage) return usage;
  }
  for (const key in chunk) {
    const value = chunk[key];
    if (typeof value !== 'object') continue;
    const usage = toUsage(toObject(value)?.['usage']);
    if (usage) return usage;
  }
  return undefined;
}

function toUsage(value: unknown): Usage | undefined {
  const usage = toObject(value);
  if (!usage) return undefined;
  const prompt = count(usage['prompt_tokens'] ?? usage['input_tokens']);
  const completion = count(usage['completion_tokens'] ?? usage['output_tokens']);
  const total = count(usage['total_tokens']);
  if (prompt === undefined && completion === undefined && total === undefined) return undefined;

  const input = prompt ?? Math.max(0, (total ?? 0) - (completion ?? 0));
  const output = toObject(usage['completion_tokens_details'] ?? usage['output_tokens_details']);
  const reasoning = count(output?.['reasoning_tokens'] ?? usage['reasoning_tokens']) ?? 0;
  const cached = toObject(usage['prompt_tokens_details'] ?? usage['input_tokens_details']);
  return {
    inputTokens: input,
    outputTokens: toOutput(input, completion, reasoning, total),
    reasoningTokens: reasoning,
    cachedTokens:
      count(cached?.['cached_tokens'] ?? usage['cached_tokens'] ?? usage['prompt_cache_hit_tokens']) ?? 0,
  };
}

/** Some count reasoning apart from the completion; the total tells. */
function toOutput(
  input: number,
  completion: number | undefined,
  reasoning: number,
  total: number | undefined,
): number {
  if (completion === undefined) return Math.max(0, (total ?? 0) - input);
  return total === input + completion + reasoning ? completion + reasoning : completion;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : undefined;
}
