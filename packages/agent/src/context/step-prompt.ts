// What is on record of one call's prompt, made ready for people: its sections with their tokens. These are counted when
// somebody looks, since the counting costs more than the keeping.
import type { StepPrompt } from '@slipstream/protocol';
import { type SentPrompt, toolsPartName } from '../sent-prompt.ts';
import type { TokenCounter } from './token-counter.ts';

export async function toStepPrompt(
  counter: TokenCounter,
  { parts, counts }: SentPrompt,
): Promise<StepPrompt> {
  const tokens = await counter.count(parts.map(({ text }) => text));
  const counted = parts.map((part, index) => ({ ...part, tokens: tokens[index] ?? 0 }));
  return {
    sections: counted.filter(({ name }) => name !== toolsPartName),
    tools: counted.find(({ name }) => name === toolsPartName) ?? null,
    sent: counts,
  };
}
