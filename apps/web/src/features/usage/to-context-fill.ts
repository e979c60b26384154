// How full the model's window is. While a turn runs that is what its last model call took. Between turns it is what the
// next message will be sent with: the conversation alone, since tool output and reasoning never go into a later prompt.
import type { Message, TurnView } from '@slipstream/protocol';

export type ContextFill = { tokens: number; estimated: boolean };

/** What the running turn's last model call took. */
export function fillOfTurn(turn: TurnView | null): ContextFill | null {
  const usage = turn?.steps.findLast((step) => step.usage !== null)?.usage;
  return usage ? { tokens: usage.inputTokens + usage.outputTokens, estimated: usage.estimated } : null;
}

/** What the conversation takes; null before its first answer. */
export function fillOfMessages(messages: readonly Message[]): ContextFill | null {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (!last) return null;
  if (last.usage && last.usage.inputTokens > 0 && last.trace?.steps === 1) {
    const { inputTokens, outputTokens, reasoningTokens } = last.usage;
    return { tokens: inputTokens + outputTokens - reasoningTokens, estimated: last.usageEstimated === true };
  }
  return { tokens: messages.reduce((sum, { text }) => sum + estimate(text), 0), estimated: true };
}

/** Four characters a token, one for each character of Chinese, Japanese or Korean. */
function estimate(text: string): number {
  const wide = text.match(/[\u2e80-\uffff]/g)?.length ?? 0;
  return wide + Math.ceil((text.length - wide) / 4);
}
