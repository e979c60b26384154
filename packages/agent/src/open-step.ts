// What is known of a step until its end is stored: what the model said and what it used.
import type { StepUsage } from '@slipstream/protocol';
import { createGatheredText, type GatheredText } from './gathered-text.ts';

export type OpenStep = {
  entryId: string;
  text: GatheredText;
  reasoning: GatheredText;
  usage: StepUsage | undefined;
};

export function startStep(entryId: string): OpenStep {
  return { entryId, text: createGatheredText(), reasoning: createGatheredText(), usage: undefined };
}
