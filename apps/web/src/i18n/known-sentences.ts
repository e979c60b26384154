// Sentences that the server writes in English for a model or a log and that people see as well, known by how they begin.
import i18next, { type TFunction } from 'i18next';

/** The sentence in the page's language; null where it is not one of them. */
type SayKnown = (t: TFunction, said: string) => string | null;

/**
 * `known` has the beginning of each sentence under the name of its words, with a name in double braces for what differs
 * each time and may be told in the translation, too.
 */
export function createKnownSentences(
  toKey: (name: string) => string,
  known: Readonly<Record<string, string>>,
): SayKnown {
  const sentences = Object.entries(known).map(([name, words]) => ({
    words: toKey(name),
    begins: toPattern(words),
  }));
  return (t, said) => {
    for (const { words, begins } of sentences) {
      const found = begins.exec(said);
      if (!found || !i18next.exists(words)) continue;
      // Which of the keys it is the types cannot know.
      const say = t as (key: string, params: Readonly<Record<string, string>>) => string;
      return say(words, found.groups ?? {});
    }
    return null;
  };
}

function toPattern(words: string): RegExp {
  const parts = words.split(/(\{\{\w+\}\})/).map((part) => {
    const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
    return name ? `(?<${name}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}`);
}
