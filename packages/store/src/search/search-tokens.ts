// How a text becomes the tokens of the search index, and a query a match on them. Words are tokens as they are. Scripts
// that are written without spaces are cut into every pair of neighbouring characters, with the last one of a run on its
// own: so one character is found as the beginning of a pair, and any longer piece as pairs that follow each other.

const pairScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u;
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]+|[\p{L}\p{N}\p{M}]+/gu;

/** The longest beginnings that the index keeps; see its migration. */
const longestPrefix = 3;
const maxTokenChars = 64;
const maxTerms = 8;
const maxTermChars = 100;
/** What a long term begins with finds the same and little more, and costs less. */
const maxPhraseTokens = 12;

/** The tokens in the order of the text, with spaces between them. */
export function toIndexTokens(text: string): string {
  return toTokens(text).join(' ');
}

/**
 * Matches for SQLite's full-text search, the cheapest first, each finding all that the one before finds; none for a query
 * without letters and numbers. Nothing of the query can be read as syntax: they hold tokens in quotes only. All terms must
 * be in one text; the last word of a term may go on.
 */
export function toMatches(q: string): string[] {
  const phrases = [...new Set(toTerms(q))].map(toPhrase).filter((phrase) => phrase !== null);
  if (phrases.length === 0) return [];
  const join = (open: (phrase: Phrase) => boolean) =>
    phrases.map((phrase) => `"${phrase.tokens.join(' ')}"${open(phrase) ? ' *' : ''}`).join(' AND ');
  return [...new Set([join(({ mayGoOn, short }) => mayGoOn && short), join(({ mayGoOn }) => mayGoOn)])];
}

/** `short`: the index has what begins with its last token as one list. */
type Phrase = { tokens: string[]; mayGoOn: boolean; short: boolean };

/** The words of a query, as people separate them. */
export function toTerms(q: string): string[] {
  return q
    .slice(0, 4000)
    .toWellFormed()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, maxTerms)
    .map((term) => term.slice(0, maxTermChars));
}

function toTokens(text: string): string[] {
  const tokens: string[] = [];
  for (const [run] of normalize(text).matchAll(runs)) {
    // One by one: a long answer may be a single run, and a call takes only so many arguments.
    if (pairScripts.test(run)) for (const pair of toPairs(run)) tokens.push(pair);
    else tokens.push(run.slice(0, maxTokenChars));
  }
  return tokens;
}

function toPairs(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

function toPhrase(term: string): Phrase | null {
  const tokens = toTokens(term);
  if (tokens.length > maxPhraseTokens)
    return { tokens: tokens.slice(0, maxPhraseTokens), mayGoOn: false, short: false };
  const last = tokens.at(-1);
  if (last === undefined) return null;
  const before = tokens.at(-2);
  // The end of the query need not be the end of the run: the pairs before it say all.
  const inside = before !== undefined && pairScripts.test(last) && before.endsWith(last) && before !== last;
  return inside
    ? { tokens: tokens.slice(0, -1), mayGoOn: false, short: false }
    : { tokens, mayGoOn: true, short: [...last].length <= longestPrefix };
}

function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
