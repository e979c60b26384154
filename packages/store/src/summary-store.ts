// Summaries: what older messages of a session were folded into. The messages stay; which summary counts is kept with
// the session, so that its record tells.
import type { NewSummary, StoredSession, SummaryStore } from '@slipstream/agent';
import type { CompactionRecord, SessionCompaction } from '@slipstream/protocol';
import type { Database, Queries } from './database.ts';
import { existingSession } from './session-store.ts';
import type { SummaryRow } from './tables.ts';
import { toJsonColumn } from './to-records.ts';

const maxListed = 50;

export function createSummaryStore(database: Database): SummaryStore {
  return {
    add: (summary) => database.write((queries) => add(queries, summary)),
    list: (sessionId) =>
      database.read(async (queries) => {
        const rows = await queries
          .selectFrom('summaries')
          .selectAll()
          .where('session_id', '=', sessionId)
          .orderBy('seq', 'desc')
          .limit(maxListed)
          .execute();
        return rows.map(toRecord);
      }),
    undo: (sessionId, id) =>
      database.write(async (queries) => {
        const newest = await findCounting(queries, sessionId);
        const undone = newest?.id === id;
        if (undone) {
          await queries.updateTable('summaries').set({ undone: 1 }).where('id', '=', id).execute();
          await setCompaction(queries, sessionId, await findCounting(queries, sessionId));
        }
        return { undone, session: await existingSession(queries, sessionId) };
      }),
  };
}

/** Makes the session's record tell of the newest summary that counts. */
export async function countNewestSummary(queries: Queries, sessionId: string): Promise<void> {
  await setCompaction(queries, sessionId, await findCounting(queries, sessionId));
}

async function add(queries: Queries, summary: NewSummary): Promise<StoredSession> {
  await existingSession(queries, summary.sessionId);
  await queries
    .insertInto('summaries')
    .values({
      id: summary.id,
      session_id: summary.sessionId,
      through_id: summary.throughId,
      text: summary.text.toWellFormed(),
      messages: summary.messages,
      before_tokens: summary.beforeTokens,
      after_tokens: summary.afterTokens,
      created_at: summary.now,
    })
    .execute();
  await setCompaction(queries, summary.sessionId, await findCounting(queries, summary.sessionId));
  return existingSession(queries, summary.sessionId);
}

async function findCounting(queries: Queries, sessionId: string): Promise<SummaryRow | undefined> {
  return queries
    .selectFrom('summaries')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('undone', '=', 0)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function setCompaction(
  queries: Queries,
  sessionId: string,
  row: SummaryRow | undefined,
): Promise<void> {
  await queries
    .updateTable('sessions')
    .set({ compaction: row ? toJsonColumn(toCompaction(row)) : null })
    .where('id', '=', sessionId)
    .execute();
}

function toCompaction(row: SummaryRow): SessionCompaction {
  return {
    id: row.id,
    throughId: row.through_id,
    messages: row.messages,
    beforeTokens: row.before_tokens,
    afterTokens: row.after_tokens,
  };
}

function toRecord(row: SummaryRow): CompactionRecord {
  return { ...toCompaction(row), summary: row.text, createdAt: row.created_at, undone: row.undone === 1 };
}
