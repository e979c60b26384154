// The search in the session list: the sessions of which a title or a message is found, by the same index and the same rules
// as the search for places. What the index cannot find (signs, pieces from the middle of a word) is looked for in the
// titles and the newest messages as they are. All reading is bounded, since it holds up the process.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queries } from './database.ts';
import { docKinds } from './search/search-index.ts';
import { toMatches, toTerms } from './search/search-tokens.ts';

/** How many of the newest texts that match are looked at, over all sessions. */
const maxFound = 2000;
/** How many of the newest messages are read as they are. */
const scannedMessages = 2000;

/** A condition on `sessions`; undefined for a text without words, which asks for nothing. */
export async function toSearchCondition(
  queries: Queries,
  q: string,
): Promise<RawBuilder<SqlBool> | undefined> {
  const terms = toTerms(q);
  if (terms.length === 0) return undefined;
  // The last match finds all that the ones before it find; pages that follow each other must look for the same.
  const match = toMatches(q).at(-1);
  if (match !== undefined) {
    const { rows } = await sql`${indexed(match, 1)}`.execute(queries);
    if (rows.length > 0) return sql<SqlBool>`sessions.id in (${indexed(match, maxFound)})`;
  }
  return sql<SqlBool>`(${holdsAll('sessions.title', terms)} or sessions.id in (
    select newest.session_id
    from (select session_id, text from messages order by seq desc limit ${scannedMessages}) newest
    where ${holdsAll('newest.text', terms)}))`;
}

/** The sessions of the newest titles and messages that match; arguments and results of tools count for places alone. */
function indexed(match: string, limit: number): RawBuilder<{ session_id: string }> {
  return sql`select d.session_id
    from (select rowid as id from search where search match ${match} order by rowid desc) found
    cross join search_docs d on d.id = found.id
    where d.kind in (${docKinds.title}, ${docKinds.message})
    limit ${limit}`;
}

function holdsAll(column: string, terms: readonly string[]): RawBuilder<SqlBool> {
  const all = terms.map((term) => {
    const any = toSpellings(term).map((text) => sql`${sql.ref(column)} like ${toPattern(text)} escape '\\'`);
    return sql`(${sql.join(any, sql` or `)})`;
  });
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function toPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** `like` knows upper and lower case of ASCII only, so that others are spelled out. */
function toSpellings(word: string): readonly string[] {
  const [first = '', ...rest] = word.toLowerCase();
  const spellings = [word, word.toLowerCase(), word.toUpperCase(), first.toUpperCase() + rest.join('')];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
  return /^[\x00-\x7f]*$/.test(word) ? [word] : [...new Set(spellings)];
}
