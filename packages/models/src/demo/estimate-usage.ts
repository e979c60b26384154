// Token counts of the demo model, which has no tokens: four characters are taken for one.
import type { ModelAnswer, ModelRequest } from '@slipstream/agent';
import type { Usage } from '@slipstream/protocol';

export const charactersPerToken = 4;

export function estimateUsage(
  request: ModelRequest,
  answer: Pick<ModelAnswer, 'text' | 'reasoning' | 'calls'>,
): Usage {
  const input =
    request.system.length +
    sum(request.messages, (message) => message.text.length + callsLength(message)) +
    sum(request.tools, (tool) => JSON.stringify(tool).length);
  const output = answer.text.length + answer.reasoning.length + callsLength(answer);
  return {
    inputTokens: toTokens(input),
    outputTokens: toTokens(output),
    reasoningTokens: toTokens(answer.reasoning.length),
    cachedTokens: 0,
  };
}

function callsLength(message: object & { calls?: ModelAnswer['calls'] }): number {
  return sum(message.calls ?? [], (call) => call.name.length + call.argsText.length);
}

function sum<T>(items: readonly T[], size: (item: T) => number): number {
  return items.reduce((total, item) => total + size(item), 0);
}

function toTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
