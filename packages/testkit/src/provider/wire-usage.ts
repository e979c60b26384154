// Token counts on their way out: our names to those of the chat completions API.
import type { Usage } from '@slipstream/protocol';

/** Usage in the words of the chat completions API. */
export function toWireUsage(usage: Usage): Record<string, unknown> {
  return {
    prompt_tokens: usage.inputTokens,
    completion_tokens: usage.outputTokens,
    total_tokens: usage.inputTokens + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: usage.reasoningTokens },
  };
}
