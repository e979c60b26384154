// A turn's life in the store: accepted, begun, its entries, its end. Each method is one transaction; the larger ones
// have their own files.
import type { EntryEnd, EntryStart, TurnStore } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { acceptMessage } from './accept-message.ts';
import { acceptRegeneration } from './accept-regeneration.ts';
import { beginTurn } from './begin-turn.ts';
import type { Database, Queries } from './database.ts';
import { finishTurn } from './finish-turn.ts';
import { joinTurn } from './join-turn.ts';
import { recoverTurns } from './recover-turns.ts';
import { addToIndex, toArgumentsText, toResultText } from './search/search-index.ts';
import { toJsonColumn } from './to-records.ts';

export function createTurnStore(database: Database): TurnStore {
  return {
    acceptMessage: (input) => database.write((queries) => acceptMessage(queries, input)),
    acceptRegeneration: (input) => database.write((queries) => acceptRegeneration(queries, input)),
    editQueued: (turnId, text) => database.write((queries) => editQueued(queries, turnId, text)),
    joinTurn: (queuedTurnId, runningTurnId, now) =>
      database.writeSoon((queries) => joinTurn(queries, queuedTurnId, runningTurnId, now)),
    beginTurn: (turnId, now) => database.writeSoon((queries) => beginTurn(queries, turnId, now)),
    startEntry: (entry) => database.writeSoon((queries) => startEntry(queries, entry)),
    endEntry: (entry) => database.writeSoon((queries) => endEntry(queries, entry)),
    checkpoint: (turnId, text) => database.writeSoon((queries) => keepText(queries, turnId, text)),
    finishTurn: (input) => database.writeSoon((queries) => finishTurn(queries, input)),
    removeQueued: (turnId) => database.writeSoon((queries) => removeQueued(queries, turnId)),
    recover: (now, nextId) => database.write((queries) => recoverTurns(queries, now, nextId)),
  };
}

async function startEntry(queries: Queries, entry: EntryStart): Promise<void> {
  await queries
    .insertInto('trajectories')
    .values({
      id: entry.id,
      turn_id: entry.turnId,
      parent_id: entry.parentId,
      seq: entry.seq,
      kind: entry.kind,
      name: entry.name,
      status: entry.status,
      input: toJsonColumn(entry.input),
      output: toJsonColumn(entry.output),
      started_at: entry.startedAt,
      duration_ms: entry.durationMs,
    })
    .execute();
  if (entry.kind === 'tool')
    await indexCall(queries, entry, { kind: 'arguments', text: toArgumentsText(entry.input) });
}

/** Of tool calls only: what a step said is found as its message. */
async function indexCall(
  queries: Queries,
  entry: { id: string; turnId: string },
  doc: { kind: 'arguments' | 'result'; text: string },
): Promise<void> {
  if (doc.text === '') return;
  const turn = await queries
    .selectFrom('turns')
    .select('session_id')
    .where('id', '=', entry.turnId)
    .executeTakeFirst();
  if (turn) await addToIndex(queries, { ...doc, sessionId: turn.session_id, sourceId: entry.id });
}

async function endEntry(queries: Queries, entry: EntryEnd): Promise<void> {
  const ended = await queries
    .updateTable('trajectories')
    .set({
      status: entry.status,
      output: toJsonColumn(entry.output),
      usage: toJsonColumn(entry.usage),
      duration_ms: entry.durationMs,
    })
    .where('id', '=', entry.id)
    .where('turn_id', '=', entry.turnId)
    .where('status', '=', 'running')
    .returning('kind')
    .executeTakeFirst();
  if (!ended)
    throw new AppError('storage', 'No entry with this id is running in this turn; nothing was stored.');
  if (ended.kind === 'tool')
    await indexCall(queries, entry, { kind: 'result', text: toResultText(entry.output) });
}

async function keepText(queries: Queries, turnId: string, text: string): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('turns')
    .set({ kept_text: text })
    .where('id', '=', turnId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n)
    throw new AppError('storage', 'No turn with this id is running; its text was not stored.');
}

async function editQueued(queries: Queries, turnId: string, text: string): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('turns')
    .set((eb) => ({
      edited_from: eb.fn.coalesce('edited_from', 'queued_text'),
      queued_text: text.toWellFormed(),
    }))
    .where('id', '=', turnId)
    .where('status', '=', 'queued')
    .where('answers_id', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function removeQueued(queries: Queries, turnId: string): Promise<boolean> {
  const { numDeletedRows } = await queries
    .deleteFrom('turns')
    .where('id', '=', turnId)
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
