// Everything that can happen in a turn, as one union. The loop yields these, the recorder stores the durable ones,
// the fold (apply-event.ts) turns them into what a person sees. Nothing else declares an event's shape.
import * as z from 'zod/mini';
import {
  CostUsd,
  DurationMs,
  FailureFacts,
  FinishReason,
  Id,
  Json,
  Mode,
  ModelErrorKind,
  ShownImage,
  Timestamp,
  TurnError,
  TurnStatus,
  Usage,
} from './primitives.ts';
import { Message } from './records.ts';

/** Marks an event of a sub-agent; absent on the main agent's. `callId` is the parent's tool call that runs it. */
export const AgentRef = z.object({ id: z.string(), name: z.string(), callId: z.string() });
export type AgentRef = z.infer<typeof AgentRef>;

const base = { turnId: Id, agent: z.optional(AgentRef) };
const step = z.int().check(z.gte(1));
const stepText = { ...base, step, text: z.string() };
const attempt = { ...base, step, attempt: z.int() };

/** `message` is the user's message as stored, so that every reader of the log can show it. */
export const TurnStarted = z.object({
  type: z.literal('turn.started'),
  ...base,
  messageId: Id,
  model: z.string(),
  mode: Mode,
  startedAt: Timestamp,
  message: z.optional(Message),
});

/** A sub-agent begins; `parent` is the id of the agent that asked for it, absent for the main agent. */
export const AgentStarted = z.object({
  type: z.literal('agent.started'),
  turnId: Id,
  agent: AgentRef,
  parent: z.optional(z.string()),
  description: z.string(),
  model: z.string(),
  startedAt: Timestamp,
});

export const StepStarted = z.object({
  type: z.literal('step.started'),
  ...base,
  step,
  model: z.string(),
  startedAt: Timestamp,
});

export const ReasoningDelta = z.object({ type: z.literal('reasoning.delta'), ...stepText });
export const TextDelta = z.object({ type: z.literal('text.delta'), ...stepText });

/** The arguments of a call as they stream in; a preview only, never parsed. */
export const ToolArgs = z.object({
  type: z.literal('tool.args'),
  ...base,
  step,
  callId: z.string(),
  name: z.string(),
  text: z.string(),
});

/** `argsBytes`: the size of the arguments whole, where `args` is only a part of them. */
export const ToolStarted = z.object({
  type: z.literal('tool.started'),
  ...base,
  step,
  callId: z.string(),
  name: z.string(),
  args: Json,
  argsBytes: z.optional(z.int()),
  title: z.string(),
  startedAt: Timestamp,
});

/** A sentence with a code, so that a page can say it in its own language; `text` is English. */
export const ApprovalNote = z.object({
  code: z.string(),
  text: z.string(),
  params: z.optional(z.record(z.string(), z.string())),
});
export type ApprovalNote = z.infer<typeof ApprovalNote>;

/**
 * `onceOnly`: "for this session" is not offered; that answer then counts for this call alone. `reasons` are the parts of
 * `reason`, `notes` what else there is to know of the call. `rule`: what an answer with `always` allows from then on.
 */
export const ApprovalRequested = z.object({
  type: z.literal('approval.requested'),
  ...base,
  approvalId: Id,
  callId: z.string(),
  name: z.string(),
  args: Json,
  reason: z.string(),
  reasons: z.optional(z.array(ApprovalNote)),
  preview: z.optional(z.string()),
  /** The size of the preview whole; only in the events of a stored turn, where a part of it is left. */
  previewBytes: z.optional(z.int()),
  notes: z.optional(z.array(ApprovalNote)),
  onceOnly: z.optional(z.boolean()),
  rule: z.optional(z.string()),
  startedAt: Timestamp,
});

export const ApprovalDecision = z.enum(['allow_once', 'allow_session', 'deny']);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** `withdrawn`: the turn ended before anybody answered. */
export const ApprovalResolution = z.enum(['allow_once', 'allow_session', 'deny', 'withdrawn']);
export type ApprovalResolution = z.infer<typeof ApprovalResolution>;

export const ApprovalResolved = z.object({
  type: z.literal('approval.resolved'),
  ...base,
  approvalId: Id,
  callId: z.string(),
  decision: ApprovalResolution,
  note: z.optional(z.string()),
  /** The rule that was kept with this answer. */
  rule: z.optional(z.string()),
  durationMs: DurationMs,
});

export const ToolProgress = z.object({
  type: z.literal('tool.progress'),
  ...base,
  callId: z.string(),
  text: z.string(),
});

/** `unknown` is never sent live: it marks a call that had started when the server died. */
export const ToolStatus = z.enum(['ok', 'error', 'denied', 'cancelled', 'unknown']);
export type ToolStatus = z.infer<typeof ToolStatus>;

/**
 * `output` is what is shown at first, 4 KiB at most. `outputBytes`: the size of what is on record, where `output` is only
 * its beginning. `truncated`: not even the record is whole; `bytes` is what the tool gave. `kept`: how many bytes views
 * go on holding of the call's arguments, and of what was asked about it.
 */
export const ToolFinished = z.object({
  type: z.literal('tool.finished'),
  ...base,
  callId: z.string(),
  name: z.string(),
  status: ToolStatus,
  output: z.string(),
  outputBytes: z.optional(z.int()),
  truncated: z.boolean(),
  bytes: z.int(),
  kept: z.optional(z.int()),
  images: z.optional(z.array(ShownImage)),
  durationMs: DurationMs,
});

/** A model call failed and is tried again after `delayMs`; the text of the failed attempt is withdrawn. */
export const Retry = z.object({
  type: z.literal('retry'),
  ...attempt,
  delayMs: DurationMs,
  kind: ModelErrorKind,
  message: z.string(),
  facts: z.optional(FailureFacts),
  startedAt: Timestamp,
});

/** The wait before that attempt was cut short by a person: it begins now, after `waitedMs`. */
export const RetryHurried = z.object({ type: z.literal('retry.hurried'), ...attempt, waitedMs: DurationMs });

/** Counts and cost of one step, and the counts of the turn so far. `estimated` where the provider sent none. */
export const UsageReported = z.object({
  type: z.literal('usage'),
  ...base,
  step,
  ...Usage.shape,
  total: Usage,
  costUsd: z.optional(CostUsd),
  estimated: z.boolean(),
});

/**
 * Room was made in the prompt. `shortened`: that many `outputs` of this turn's tools. `folded`: that many `messages`,
 * or this turn's earlier steps with their `outputs`, became the `summary`. `dropped`: the oldest of what was folded.
 * `compactionId` is there when it is kept with the session and can be undone; `throughId` is the last folded message.
 */
export const Compaction = z.object({
  how: z.optional(z.enum(['shortened', 'folded', 'dropped'])),
  beforeTokens: z.int(),
  afterTokens: z.int(),
  messages: z.int(),
  outputs: z.optional(z.int()),
  summary: z.optional(z.string()),
  compactionId: z.optional(Id),
  throughId: z.optional(Id),
});
export type Compaction = z.infer<typeof Compaction>;

export const ContextCompacted = z.object({
  type: z.literal('context.compacted'),
  ...base,
  ...Compaction.shape,
});

export const Notice = z.object({
  type: z.literal('notice'),
  ...base,
  level: z.enum(['info', 'warning']),
  code: z.string(),
  text: z.string(),
});

/** A message of the user's joined the turn before the model call `step`; `message` is it as stored. */
export const MessageJoined = z.object({
  type: z.literal('message.joined'),
  ...base,
  step,
  messageId: Id,
  text: z.string(),
  message: z.optional(Message),
});

/** `kept`: how many bytes views go on holding of its text, and of its reasoning. `textBytes`: their size whole. */
export const StepFinished = z.object({
  type: z.literal('step.finished'),
  ...base,
  step,
  finishReason: FinishReason,
  kept: z.optional(z.int()),
  textBytes: z.optional(z.int()),
  durationMs: DurationMs,
});

/** The last event of a sub-agent, exactly once. `usage` and `costUsd` are its own, without those of its children. */
export const AgentFinished = z.object({
  type: z.literal('agent.finished'),
  turnId: Id,
  agent: AgentRef,
  status: TurnStatus,
  error: z.optional(TurnError),
  usage: Usage,
  costUsd: z.optional(CostUsd),
  durationMs: DurationMs,
});

/** Always the last event of a turn, exactly once. `message` is the assistant's message as stored. */
export const TurnFinished = z.object({
  type: z.literal('turn.finished'),
  ...base,
  status: TurnStatus,
  messageId: Id,
  text: z.string(),
  error: z.optional(TurnError),
  usage: Usage,
  usageEstimated: z.optional(z.boolean()),
  costUsd: z.optional(CostUsd),
  steps: z.int(),
  durationMs: DurationMs,
  message: z.optional(Message),
});

export const AgentEvent = z.discriminatedUnion('type', [
  TurnStarted,
  AgentStarted,
  StepStarted,
  ReasoningDelta,
  TextDelta,
  ToolArgs,
  ToolStarted,
  ApprovalRequested,
  ApprovalResolved,
  ToolProgress,
  ToolFinished,
  Retry,
  RetryHurried,
  UsageReported,
  ContextCompacted,
  Notice,
  MessageJoined,
  StepFinished,
  AgentFinished,
  TurnFinished,
]);
export type AgentEvent = z.infer<typeof AgentEvent>;

/** An event of one type: `EventOf<'tool.finished'>`. */
export type EventOf<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>;

/** An event with its number in its session's log. */
export type SequencedEvent = AgentEvent & { seq: number };
