// Rows to records and back: the only place that knows how a column spells a value.
import type { StoredSession } from '@slipstream/agent';
import type {
  Digest,
  Message,
  Mode,
  SessionCompaction,
  TraceSummary,
  TrajectoryEntry,
  Turn,
  TurnError,
  Usage,
} from '@slipstream/protocol';
import { noUsage } from '@slipstream/protocol';
import type { MessageRow, SessionRow, TrajectoryRow, TurnRow } from './tables.ts';

/** The text of a JSON column; null and undefined are an empty column. */
export function toJsonColumn(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value);
}

export function fromJsonColumn(column: string | null): unknown {
  return column === null ? null : JSON.parse(column);
}

export function toSession(row: SessionRow): StoredSession {
  return {
    id: row.id,
    title: row.title,
    model: row.model,
    mode: row.mode,
    workspace: row.workspace,
    ...(row.channel === null ? {} : { channel: row.channel }),
    ...(row.chat_id === null ? {} : { chatId: row.chat_id }),
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    headId: row.head_id,
    messageCount: row.message_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.last_turn_id === null || row.last_turn_status === null
      ? {}
      : { lastTurn: { turnId: row.last_turn_id, status: row.last_turn_status } }),
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      reasoningTokens: row.reasoning_tokens,
      cachedTokens: row.cached_tokens,
    },
    ...(row.usage_estimated === 1 ? { usageEstimated: true } : {}),
    ...(row.cost_usd === null ? {} : { costUsd: row.cost_usd }),
    ...(row.compaction === null ? {} : { compaction: JSON.parse(row.compaction) as SessionCompaction }),
  };
}

/** The columns of a turn that its record tells. */
type TurnColumns = Omit<
  TurnRow,
  | 'seq'
  | 'queued_text'
  | 'kept_text'
  | 'kept_at'
  | 'accepted_at'
  | 'edited_from'
  | 'answers_id'
  | 'attachments'
  | 'tail_id'
  | 'parent_id'
  | 'placed'
  | 'rank'
>;

/** `model` and `mode` are the turn's own or, while it leaves them open, its session's. */
export function toTurn(row: TurnColumns & { model: string; mode: Mode }): Turn {
  return {
    id: row.id,
    sessionId: row.session_id,
    userMessageId: row.user_message_id,
    assistantMessageId: row.assistant_message_id,
    status: row.status,
    model: row.model,
    mode: row.mode,
    channel: row.channel,
    ...(row.chat_id === null ? {} : { chatId: row.chat_id }),
    steps: row.steps,
    usage: row.usage === null ? noUsage : (JSON.parse(row.usage) as Usage),
    ...(row.cost_usd === null ? {} : { costUsd: row.cost_usd }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as TurnError }),
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}

export function toMessage(row: Omit<MessageRow, 'seq'>, siblings: string[]): Message {
  return {
    id: row.id,
    sessionId: row.session_id,
    parentId: row.parent_id,
    role: row.role,
    text: row.text,
    attachments: row.attachments === null ? [] : (JSON.parse(row.attachments) as string[]),
    turnId: row.turn_id,
    status: row.status,
    ...(row.model === null ? {} : { model: row.model }),
    ...(row.usage === null ? {} : { usage: JSON.parse(row.usage) as Usage }),
    ...(row.usage_estimated === 1 ? { usageEstimated: true } : {}),
    ...(row.cost_usd === null ? {} : { costUsd: row.cost_usd }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) as TurnError }),
    siblings,
    ...(row.trace === null ? {} : { trace: JSON.parse(row.trace) as TraceSummary }),
    ...(row.digest === null ? {} : { digest: JSON.parse(row.digest) as Digest }),
    createdAt: row.created_at,
  };
}

export function toEntry(row: TrajectoryRow): TrajectoryEntry {
  return {
    id: row.id,
    turnId: row.turn_id,
    parentId: row.parent_id,
    seq: row.seq,
    kind: row.kind,
    name: row.name,
    status: row.status,
    input: fromJsonColumn(row.input),
    output: fromJsonColumn(row.output),
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    ...(row.usage === null ? {} : { usage: fromJsonColumn(row.usage) }),
  };
}
