// What a rule of the demo model is. A rule knows how it is asked for, in both languages, and what it answers at each
// step of a turn; it keeps no state, all it knows is in the turn.
import type { Language, Phrase } from './language.ts';
import type { DemoPart } from './part.ts';
import type { DemoTurn } from './turn.ts';

/** The named groups of the pattern that matched. */
export type Details = Readonly<Record<string, string | undefined>>;

export type Matched = { language: Language; details: Details };

export type DemoRule = {
  /** How a person asks for it; shown in the help, and each must match the rule. */
  example: Phrase;
  match(text: string): Matched | null;
  /** The parts of the next answer; without a call among them the turn ends. */
  act(turn: DemoTurn, matched: Matched): DemoPart[];
};

type Patterns = Record<Language, readonly RegExp[]>;

const maxTextLength = 400;

/**
 * A `match` that tries the patterns of each language. A text that is longer than `maxLength` never matches: patterns
 * with several gaps take time that grows much faster than the text.
 */
export function byPatterns(patterns: Patterns, maxLength = maxTextLength): DemoRule['match'] {
  return (text) => {
    if (text.length > maxLength) return null;
    for (const language of ['en', 'zh'] as const) {
      for (const pattern of patterns[language]) {
        const match = pattern.exec(text);
        if (match) return { language, details: match.groups ?? {} };
      }
    }
    return null;
  };
}

/** Takes away what people put around a name: quotes, backticks, spaces, the full stop of the sentence. */
export function toBareName(text: string): string {
  const trimmed = text.trim().replace(/(?<=[^\s.])[.!?。！？]+$/u, '');
  return trimmed.replace(/^["'`“”‘’「《]+|["'`“”‘’」》]+$/gu, '').trim();
}
