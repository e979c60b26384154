// Removes a session with all that is its own. A long one goes in parts, between which others are served.
import type { Database, Queries } from './database.ts';
import { promptsOf, removeUnusedPrompts } from './prompt-store.ts';
import { removeFromIndex, removePartFromIndex } from './search/search-index.ts';

/** What goes at once, in a few milliseconds; a turn may have hundreds of calls. */
const maxTurns = 16;
const maxMessages = 128;

/**
 * False when there was none. A short session goes whole or not at all. Of a long one that is left in the middle its name
 * is there, over an empty conversation, and it can be removed again.
 */
export async function removeSession(database: Database, id: string): Promise<boolean> {
  while (await database.writeSoon((queries) => removePartFromIndex(queries, id)));
  while (await database.writeSoon((queries) => removePartOfRows(queries, id)));
  const removed = await database.write(async (queries) => {
    await removeFromIndex(queries, id);
    const prompts = await promptsOf(queries, { sessionId: id });
    const result = await queries.deleteFrom('sessions').where('id', '=', id).executeTakeFirstOrThrow();
    await removeUnusedPrompts(queries, prompts);
    return result.numDeletedRows > 0n;
  });
  if (removed) database.forget();
  return removed;
}

/** Tells whether there is still more than should go with the session itself. */
async function removePartOfRows(queries: Queries, sessionId: string): Promise<boolean> {
  const turns = await queries
    .selectFrom('turns')
    .select('id')
    .where('session_id', '=', sessionId)
    .limit(2 * maxTurns)
    .execute();
  if (turns.length === 2 * maxTurns) {
    await queries.updateTable('sessions').set({ head_id: null }).where('id', '=', sessionId).execute();
    const part = turns.slice(0, maxTurns).map(({ id }) => id);
    const prompts = await Promise.all(part.map((turnId) => promptsOf(queries, { turnId })));
    await queries.deleteFrom('turns').where('id', 'in', part).execute();
    await removeUnusedPrompts(queries, prompts.flat());
    return true;
  }
  const messages = await queries
    .selectFrom('messages')
    .select('seq')
    .where('session_id', '=', sessionId)
    .limit(2 * maxMessages)
    .execute();
  if (messages.length < 2 * maxMessages) return false;
  const part = messages.slice(0, maxMessages).map(({ seq }) => seq);
  await queries.deleteFrom('messages').where('seq', 'in', part).execute();
  return true;
}
