// Reads a session with all its branches and their work, and stores one that was read elsewhere.
import type { ArchiveStore, StoredArchive, StoredSession } from '@slipstream/agent';
import { AppError, type Message, type Turn } from '@slipstream/protocol';
import { addAttachment } from './attachment-store.ts';
import type { Database, Queries } from './database.ts';
import { readArchive } from './read-archive.ts';
import { addToIndex, toArgumentsText, toResultText } from './search/search-index.ts';
import { addSession, existingSession } from './session-store.ts';
import { toJsonColumn } from './to-records.ts';

export function createArchiveStore(database: Database): ArchiveStore {
  return {
    read: (sessionId) => readArchive(database, sessionId),
    add: (archive) => database.write((queries) => addArchive(queries, archive)),
  };
}

/** Rejects with `conflict` when its id is taken. */
async function addArchive(queries: Queries, archive: StoredArchive): Promise<StoredSession> {
  const { session, messages, turns, attachments } = archive;
  const created = await addSession(queries, { ...session, now: session.createdAt });
  if (!created) throw new AppError('conflict', 'There is a session with this id already.');
  const answered = new Set<string>();
  for (const { turn, entries } of turns) {
    await addTurn(queries, turn, answered.has(turn.userMessageId));
    answered.add(turn.userMessageId);
    for (const entry of entries) {
      await queries
        .insertInto('trajectories')
        .values({
          id: entry.id,
          turn_id: turn.id,
          parent_id: entry.parentId,
          seq: entry.seq,
          kind: entry.kind,
          name: entry.name,
          status: entry.status,
          input: toJsonColumn(entry.input),
          output: toJsonColumn(entry.output),
          usage: toJsonColumn(entry.usage),
          started_at: entry.startedAt,
          duration_ms: entry.durationMs,
        })
        .execute();
      if (entry.kind !== 'tool') continue;
      const doc = { sessionId: session.id, sourceId: entry.id };
      await addToIndex(queries, { ...doc, kind: 'arguments', text: toArgumentsText(entry.input) });
      await addToIndex(queries, { ...doc, kind: 'result', text: toResultText(entry.output) });
    }
  }
  for (const attachment of attachments) await addAttachment(queries, attachment);
  for (const message of messages) await addMessage(queries, message);
  await queries
    .updateTable('sessions')
    .set({
      head_id: session.headId,
      message_count: messages.length,
      last_turn_id: session.lastTurn?.turnId ?? null,
      last_turn_status: session.lastTurn?.status ?? null,
      input_tokens: session.usage.inputTokens,
      output_tokens: session.usage.outputTokens,
      reasoning_tokens: session.usage.reasoningTokens,
      cached_tokens: session.usage.cachedTokens,
      cost_usd: session.costUsd ?? null,
      updated_at: session.updatedAt,
    })
    .where('id', '=', session.id)
    .execute();
  return existingSession(queries, session.id);
}

async function addTurn(queries: Queries, turn: Turn, again: boolean): Promise<void> {
  await queries
    .insertInto('turns')
    .values({
      id: turn.id,
      session_id: turn.sessionId,
      user_message_id: again ? turn.id : turn.userMessageId,
      answers_id: again ? turn.userMessageId : null,
      assistant_message_id: turn.assistantMessageId,
      status: turn.status,
      model: turn.model,
      mode: turn.mode,
      channel: turn.channel,
      chat_id: turn.chatId ?? null,
      steps: turn.steps,
      usage: toJsonColumn(turn.usage),
      cost_usd: turn.costUsd ?? null,
      error: toJsonColumn(turn.error),
      accepted_at: turn.startedAt ?? turn.endedAt ?? '',
      started_at: turn.startedAt,
      ended_at: turn.endedAt,
    })
    .execute();
}

async function addMessage(queries: Queries, message: Message): Promise<void> {
  await queries
    .insertInto('messages')
    .values({
      id: message.id,
      session_id: message.sessionId,
      parent_id: message.parentId,
      role: message.role,
      text: message.text.toWellFormed(),
      turn_id: message.turnId,
      status: message.status,
      model: message.model ?? null,
      usage: toJsonColumn(message.usage),
      usage_estimated: message.usageEstimated ? 1 : null,
      cost_usd: message.costUsd ?? null,
      error: toJsonColumn(message.error),
      trace: toJsonColumn(message.trace),
      digest: toJsonColumn(message.digest),
      attachments: message.attachments.length > 0 ? toJsonColumn(message.attachments) : null,
      created_at: message.createdAt,
    })
    .execute();
  await addToIndex(queries, {
    sessionId: message.sessionId,
    kind: 'message',
    sourceId: message.id,
    text: message.text.toWellFormed(),
  });
}
