// The records that are stored and read back whole: sessions, messages, turns, trajectory entries, models.
import * as z from 'zod/mini';
import { CostUsd, DurationMs, Id, Mode, Timestamp, TurnError, TurnStatus, Usage } from './primitives.ts';

export const SessionStatus = z.enum(['idle', 'running', 'waiting', 'queued']);
export type SessionStatus = z.infer<typeof SessionStatus>;

/**
 * The newest fold of a session's older messages that counts: prompts have its summary in the place of the messages up
 * to `throughId`. The messages themselves stay.
 */
export const SessionCompaction = z.object({
  id: Id,
  throughId: Id,
  messages: z.int(),
  beforeTokens: z.int(),
  afterTokens: z.int(),
});
export type SessionCompaction = z.infer<typeof SessionCompaction>;

/** `status` is live state (waiting: for an approval); everything else is stored. */
export const Session = z.object({
  id: Id,
  title: z.string(),
  model: z.string(),
  mode: Mode,
  workspace: z.string(),
  /** Of a session that belongs to a place outside: its name, and what it is called there. */
  channel: z.optional(z.string()),
  chatId: z.optional(z.string()),
  status: SessionStatus,
  pinned: z.boolean(),
  archived: z.boolean(),
  headId: z.nullable(Id),
  messageCount: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  lastTurn: z.optional(z.object({ turnId: Id, status: TurnStatus })),
  usage: Usage,
  /** True where a part of `usage`, and with it of the cost, was estimated. */
  usageEstimated: z.optional(z.boolean()),
  /** The sum over the turns whose model has a price. */
  costUsd: z.optional(CostUsd),
  compaction: z.optional(SessionCompaction),
});
export type Session = z.infer<typeof Session>;

/**
 * What the folded trace under an answer says in one line. `unknown`: calls that had started when the server died, in
 * words; nobody knows whether they took effect.
 */
export const TraceSummary = z.object({
  steps: z.int(),
  tools: z.int(),
  agents: z.int(),
  durationMs: DurationMs,
  unknown: z.optional(z.array(z.string())),
  /** How often each tool was called, sub-agents' calls included. */
  byTool: z.optional(z.record(z.string(), z.int())),
  /** How many calls failed, where some did. */
  failed: z.optional(z.int()),
});
export type TraceSummary = z.infer<typeof TraceSummary>;

export const MessageRole = z.enum(['user', 'assistant']);

/** What an answer's work came to, made by code from its trajectory. `files` are those that it changed or looked into. */
export const Digest = z.object({ text: z.string(), files: z.array(z.string()) });
export type Digest = z.infer<typeof Digest>;

/** A file that goes with a message. `note`: what is to be said about its text. */
export const AttachmentInfo = z.object({
  id: Id,
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  note: z.optional(z.string()),
});
export type AttachmentInfo = z.infer<typeof AttachmentInfo>;

/** A final message. The text of an assistant message is the text of its turn's last step. */
export const Message = z.object({
  id: Id,
  sessionId: Id,
  parentId: z.nullable(Id),
  role: MessageRole,
  text: z.string(),
  attachments: z.array(Id),
  /** The attachments that are still there, by what they are. */
  files: z.optional(z.array(AttachmentInfo)),
  turnId: Id,
  status: TurnStatus,
  model: z.optional(z.string()),
  usage: z.optional(Usage),
  /** True where a part of `usage`, and with it of the cost, was counted here and not by the provider. */
  usageEstimated: z.optional(z.boolean()),
  costUsd: z.optional(CostUsd),
  error: z.optional(TurnError),
  siblings: z.array(Id),
  trace: z.optional(TraceSummary),
  digest: z.optional(Digest),
  createdAt: Timestamp,
});
export type Message = z.infer<typeof Message>;

/** `queued` and `running` are the two states of a turn that has not ended. */
export const Turn = z.object({
  id: Id,
  sessionId: Id,
  userMessageId: Id,
  assistantMessageId: z.nullable(Id),
  status: z.union([TurnStatus, z.enum(['queued', 'running'])]),
  model: z.string(),
  mode: Mode,
  channel: z.string(),
  chatId: z.optional(z.string()),
  steps: z.int(),
  usage: Usage,
  costUsd: z.optional(CostUsd),
  error: z.optional(TurnError),
  startedAt: z.nullable(Timestamp),
  endedAt: z.nullable(Timestamp),
});
export type Turn = z.infer<typeof Turn>;

export const EntryKind = z.enum(['step', 'tool', 'agent', 'approval', 'retry', 'compaction', 'notice']);
export type EntryKind = z.infer<typeof EntryKind>;

/** `unknown`: it was started, and the server died before its result was stored. */
export const EntryStatus = z.enum(['running', 'ok', 'error', 'denied', 'cancelled', 'unknown']);
export type EntryStatus = z.infer<typeof EntryStatus>;

/**
 * One intermediate step of a turn. What `input` and `output` are depends on `kind`: `entry-bodies.ts` says it, and
 * `trajectory-entries.ts` reads them.
 */
export const TrajectoryEntry = z.object({
  id: Id,
  turnId: Id,
  parentId: z.nullable(Id),
  seq: z.int(),
  kind: EntryKind,
  name: z.string(),
  status: EntryStatus,
  input: z.unknown(),
  output: z.unknown(),
  startedAt: Timestamp,
  durationMs: z.nullable(DurationMs),
  usage: z.optional(z.unknown()),
});
export type TrajectoryEntry = z.infer<typeof TrajectoryEntry>;

export const ModelInfo = z.object({
  id: z.string(),
  label: z.string(),
  provider: z.string(),
  contextWindow: z.int(),
  vision: z.boolean(),
  reasoning: z.boolean(),
  demo: z.boolean(),
});
export type ModelInfo = z.infer<typeof ModelInfo>;
