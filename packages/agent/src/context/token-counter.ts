// Counting tokens: the port, and a bound that costs nothing, by which most prompts need no counting at all.
import { estimateTokens } from '../estimate-tokens.ts';

export type TokenCounter = {
  /** How many tokens each text has, in order. Works apart from the loop's thread and never rejects. */
  count(texts: readonly string[]): Promise<number[]>;
};

/** For tests and for where there is no tokenizer. */
export const roughCounter: TokenCounter = { count: async (texts) => texts.map(estimateTokens) };

/** What providers add around each message. */
export const messageOverhead = 4;

/** More than real tokenizers give for all but texts made against them: half a token a letter, two for anything else. */
export function boundTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) >= 0x80) wide += 1;
  return wide * 2 + Math.ceil((text.length - wide) / 2);
}

const imageTag = /<attachment id="[^"]*"[^>]*type="image\/[^"]*"\/>/g;
/** What one image takes, about: providers count its area, each in a way of its own. */
export const imageTokens = 1500;

/** What the images take that are sent beside a message's text, by the tags that name them in it. */
export function attachedTokens(text: string): number {
  return text.includes('<attachment') ? (text.match(imageTag)?.length ?? 0) * imageTokens : 0;
}
