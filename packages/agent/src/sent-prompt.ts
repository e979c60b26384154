// What a model call was sent, as it is kept for people who look at it later: the system prompt's sections and the tools
// word for word, and in numbers what went along of the conversation.
import type { SentCounts } from '@slipstream/protocol';
import type { PromptSection } from './context/system-prompt.ts';
import type { SecretMask } from './mask-secrets.ts';
import type { ToolSpec } from './model.ts';
import { createRecentResults } from './recent-results.ts';
import { toToolTexts } from './tool-texts.ts';

/** A piece of the prompt by its name. The last one, `toolsPartName`, is no section: it is the tools as JSON. */
export type PromptPart = { name: string; text: string };

/** One call. A run's calls all give the same array, by which a store knows that it has them already. */
export type SentPrompt = { parts: readonly PromptPart[]; counts: SentCounts };

export const toolsPartName = 'tool_definitions';

const recent = createRecentResults<unknown, readonly PromptPart[]>(8);

/** The same array again where the same was asked a short while ago, by whichever turn. */
export function toPromptParts(
  input: { system: string; sections?: readonly PromptSection[] | undefined },
  tools: readonly ToolSpec[],
  secrets: SecretMask,
): readonly PromptPart[] {
  const sections: readonly PromptPart[] = input.sections ?? [{ name: 'role', text: input.system }];
  const shown = tools.length === 0 ? [] : [{ name: toolsPartName, text: toToolTexts(tools).shown }];
  const parts = [...sections, ...shown];
  return recent([secrets, ...parts.flatMap(({ name, text }) => [name, text])], () =>
    parts.map(({ name, text }) => ({ name, text: secrets.mask(text) })),
  );
}
