// Text of an MCP server, which is hostile until proven otherwise, in a form that people and models see as it is:
// bounded, and without characters that hide or rearrange what stands around them.
import { headWithin } from '../text/cut-text.ts';

// The two joiners stay: scripts and emoji need them, and they hide nothing.
const unseen = /[^\P{Cc}\t\n]|(?![\u200c\u200d])\p{Cf}|[\u2028\u2029]/gu;

export function toCleanText(text: string, maxBytes: number): string {
  // Cut first, so that a huge text costs nothing; and again, since what is made visible grows.
  const visible = headWithin(text, maxBytes)
    .replace(/\r\n?/g, '\n')
    .replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return headWithin(visible, maxBytes);
}

/** A copy of JSON in which every text is clean; undefined where it is larger than `maxBytes` or cannot be copied. */
export function toCleanJson(value: unknown, maxBytes: number): unknown {
  try {
    const text = JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'string' ? toCleanText(part, maxBytes) : part,
    );
    if (text === undefined || Buffer.byteLength(text) > maxBytes) return undefined;
    return JSON.parse(text);
  } catch {
    // Nested too deeply.
    return undefined;
  }
}
