// Sentences that the server writes in English for a model or a log and that people see as well, known by how they begin.
import i18next, { type TFunction } from 'i18next';

/** The sentence in the page's language; null where it is not one of them. */
export type SayKnown = (t: TFunction, said: string) => string | null;

/**
 * `known` has the beginning of each sentence under the name of its words, with a name in double braces for what differs
 * each time and may be told in the translation, too. `sayWithin` says those of them that are sentences themselves.
 */
export function createKnownSentences(
  toKey: (name: string) => string,
  known: Readonly<Record<string, string>>,
  sayWithin: SayKnown = () => null,
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
      const told = Object.entries(found.groups ?? {}).map(([name, each]) => [
        name,
        sayWithin(t, each) ?? each,
      ]);
      return say(words, Object.fromEntries(told));
    }
    return null;
  };
}

function toPattern(words: string): RegExp {
  const parts = words
    .split(/(\{\{\w+\}\})/)
    .filter((part) => part !== '')
    .map((part, index, all) => {
      const name = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      // What ends with something that differs has it whole.
      const rest = index === all.length - 1 ? '.+)$' : '.+?)';
      return name ? `(?<${name}>${rest}` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    });
  return new RegExp(`^${parts.join('')}`);
}
