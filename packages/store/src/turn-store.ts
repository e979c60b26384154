// A turn's life in the store: accepted, begun, its entries, its end. Each method is one transaction; the larger ones
// have their own files.
import type { EntryEnd, EntryStart, TurnStore } from '@slipstream/agent';
import { AppError } from '@slipstream/protocol';
import { acceptMessage } from './accept-message.ts';
import { acceptRegeneration } from './accept-regeneration.ts';
import { beginTurn } from './begin-turn.ts';
import type { Database, Queries } from './database.ts';
import { finishTurn } from './finish-turn.ts';
import { fixedStatement } from './fixed-statement.ts';
import { joinTurn } from './join-turn.ts';
import { recoverTurns } from './recover-turns.ts';
import { type CallDoc, type CallIndex, indexCalls } from './search/call-index.ts';
import { toArgumentsText, toResultText } from './search/search-index.ts';
import { toJsonColumn } from './to-records.ts';

export function createTurnStore(database: Database, calls: CallIndex): TurnStore {
  return {
    acceptMessage: (input) => database.write((queries) => acceptMessage(queries, input)),
    acceptRegeneration: (input) => database.write((queries) => acceptRegeneration(queries, input)),
    editQueued: (turnId, text) => database.write((queries) => editQueued(queries, turnId, text)),
    joinTurn: (queuedTurnId, runningTurnId, now) =>
      database.writeSoon((queries) => joinTurn(queries, queuedTurnId, runningTurnId, now)),
    beginTurn: (turnId, now) => database.writeSoon((queries) => beginTurn(queries, turnId, now)),
    async startEntry(entry) {
      await database.writeOne((queries) => startEntry(queries, entry));
      // Of tool calls only: what a step said is found as its message.
      if (entry.kind === 'tool') calls.add(toDoc(entry, 'arguments', toArgumentsText(entry.input)));
    },
    async endEntry(entry) {
      const kind = await database.writeOne((queries) => endEntry(queries, entry));
      if (kind === 'tool') calls.add(toDoc(entry, 'result', toResultText(entry.output)));
    },
    checkpoint: (turnId, text, now) => database.writeOne((queries) => keepText(queries, turnId, text, now)),
    async finishTurn(input) {
      const docs = await calls.take(input.turnId);
      try {
        return await database.writeSoon(async (queries) => {
          await indexCalls(queries, docs);
          return finishTurn(queries, input);
        });
      } catch (thrown) {
        for (const doc of docs) calls.add(doc);
        throw thrown;
      }
    },
    async removeQueued(turnId) {
      const removed = await database.writeSoon((queries) => removeQueued(queries, turnId));
      if (removed) database.forget();
      return removed;
    },
    recover: (now, nextId) => database.write((queries) => recoverTurns(queries, now, nextId)),
  };
}

const toDoc = (entry: { id: string; turnId: string }, kind: CallDoc['kind'], text: string): CallDoc => ({
  turnId: entry.turnId,
  entryId: entry.id,
  kind,
  text,
});

const insertEntry = fixedStatement(`
  insert into trajectories
    (id, turn_id, parent_id, seq, kind, name, status, input, output, started_at, duration_ms)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

async function startEntry(queries: Queries, entry: EntryStart): Promise<void> {
  await insertEntry(queries, [
    entry.id,
    entry.turnId,
    entry.parentId,
    entry.seq,
    entry.kind,
    entry.name,
    entry.status,
    toJsonColumn(entry.input),
    toJsonColumn(entry.output),
    entry.startedAt,
    entry.durationMs,
  ]);
}

const updateEntry = fixedStatement<{ kind: string }>(`
  update trajectories set status = ?, output = ?, usage = ?, duration_ms = ?
  where id = ? and turn_id = ? and status = 'running' returning kind`);

/** Gives the entry's kind. */
async function endEntry(queries: Queries, entry: EntryEnd): Promise<string> {
  const { status, durationMs, id, turnId } = entry;
  const [ended] = await updateEntry(queries, [
    status,
    toJsonColumn(entry.output),
    toJsonColumn(entry.usage),
    durationMs,
    id,
    turnId,
  ]);
  if (!ended)
    throw new AppError('storage', 'No entry with this id is running in this turn; nothing was stored.');
  return ended.kind;
}

async function keepText(
  queries: Queries,
  turnId: string,
  text: string,
  now: string | undefined,
): Promise<void> {
  const { numUpdatedRows } = await queries
    .updateTable('turns')
    .set({ kept_text: text, ...(now === undefined ? {} : { kept_at: now }) })
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
