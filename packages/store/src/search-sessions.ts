// The search in the session list. It reads titles and messages as they are, without an index: that finds any part of a
// word in any script and costs nothing when a message is stored. Reading is bounded, since it holds up the process.
import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** How many of the newest messages, over all sessions, a search reads. */
export const searchedMessages = 20_000;
const maxTerms = 8;
/** SQLite refuses patterns over 50,000 bytes; what a longer term begins with finds the same and little more. */
const maxTermChars = 1000;

/** One word of the search in the spellings that count as it. */
type SearchTerm = readonly string[];

/** None for a text without words. */
export function toSearchTerms(q: string): SearchTerm[] {
  const words = q.toWellFormed().split(/\s+/).filter(Boolean).slice(0, maxTerms);
  return words.map((word) => toSpellings(word.slice(0, maxTermChars)));
}

/** True for a session whose title holds every term, or one of whose messages holds every term. */
export function matchesSearch(
  eb: ExpressionBuilder<Tables, 'sessions'>,
  terms: readonly SearchTerm[],
): ExpressionWrapper<Tables, 'sessions', SqlBool> {
  const newest = eb
    .selectFrom('messages')
    .select(['messages.session_id', 'messages.text'])
    .orderBy('messages.seq', 'desc')
    .limit(searchedMessages)
    .as('newest');
  const found = eb.selectFrom(newest).select('newest.session_id').where(holdsAll('newest.text', terms));
  return eb.or([holdsAll('sessions.title', terms), eb('sessions.id', 'in', found)]);
}

function holdsAll(column: string, terms: readonly SearchTerm[]) {
  const all = terms.map((spellings) => {
    const any = spellings.map((text) => sql`${sql.ref(column)} like ${toPattern(text)} escape '\\'`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function toPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** `like` knows upper and lower case of ASCII only, so that others are spelled out. */
function toSpellings(word: string): SearchTerm {
  const [first = '', ...rest] = word.toLowerCase();
  const spellings = [word, word.toLowerCase(), word.toUpperCase(), first.toUpperCase() + rest.join('')];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  return /^[\x00-\x7f]*$/.test(word) ? [word] : [...new Set(spellings)];
}
