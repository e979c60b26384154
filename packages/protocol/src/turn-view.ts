// What a person sees of one turn: the fold of its events. The same shape lives in the server's snapshots, in the
// browser, and on the page of a past turn rebuilt from its trajectory.
import * as z from 'zod/mini';
import { AgentRef, ApprovalNote, ApprovalResolution, Compaction, ToolStatus } from './events.ts';
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

export const ApprovalView = z.object({
  approvalId: Id,
  reason: z.string(),
  reasons: z.array(ApprovalNote),
  preview: z.nullable(z.string()),
  /** Here and below: the size of what is on record, where only a part of it is here; else null. */
  previewBytes: z.nullable(z.int()),
  notes: z.array(ApprovalNote),
  onceOnly: z.boolean(),
  /** What an answer with `always` would allow; once it is answered, what it did allow. */
  rule: z.nullable(z.string()),
  decision: z.nullable(ApprovalResolution),
  note: z.nullable(z.string()),
});
export type ApprovalView = z.infer<typeof ApprovalView>;

/** `preparing`: its arguments still stream. `waiting`: for an approval. */
export const CallStatus = z.union([ToolStatus, z.enum(['preparing', 'running', 'waiting'])]);
export type CallStatus = z.infer<typeof CallStatus>;

/**
 * One tool call. `argsText` is the live preview, empty once `args` are known. `progress` is the tail of the live
 * output, empty once `output` is known.
 */
export const ToolCallView = z.object({
  callId: z.string(),
  name: z.string(),
  title: z.string(),
  args: z.nullable(Json),
  argsBytes: z.nullable(z.int()),
  argsText: z.string(),
  status: CallStatus,
  progress: z.string(),
  output: z.nullable(z.string()),
  outputBytes: z.nullable(z.int()),
  truncated: z.boolean(),
  bytes: z.int(),
  images: z.optional(z.array(ShownImage)),
  startedAt: z.nullable(Timestamp),
  durationMs: z.nullable(DurationMs),
  approval: z.nullable(ApprovalView),
});
export type ToolCallView = z.infer<typeof ToolCallView>;

export const RetryView = z.object({
  attempt: z.int(),
  delayMs: DurationMs,
  kind: ModelErrorKind,
  message: z.string(),
  facts: z.optional(FailureFacts),
  startedAt: Timestamp,
});
export type RetryView = z.infer<typeof RetryView>;

export const StepUsage = z.object({
  ...Usage.shape,
  costUsd: z.optional(CostUsd),
  estimated: z.boolean(),
});
export type StepUsage = z.infer<typeof StepUsage>;

/** One model call and the tool calls that it asked for, in the order of the answer. */
export const StepView = z.object({
  step: z.int(),
  model: z.string(),
  startedAt: Timestamp,
  reasoning: z.string(),
  text: z.string(),
  /** Of both together. */
  textBytes: z.nullable(z.int()),
  calls: z.array(ToolCallView),
  retries: z.array(RetryView),
  finishReason: z.nullable(FinishReason),
  usage: z.nullable(StepUsage),
  durationMs: z.nullable(DurationMs),
});
export type StepView = z.infer<typeof StepView>;

/** One run of a sub-agent; `parent` is the id of the sub-agent that asked for it, null for the main agent. */
export const AgentRunView = z.object({
  ...AgentRef.shape,
  parent: z.nullable(z.string()),
  description: z.string(),
  model: z.string(),
  status: z.union([TurnStatus, z.enum(['running'])]),
  startedAt: Timestamp,
  steps: z.array(StepView),
  usage: Usage,
  costUsd: z.optional(CostUsd),
  error: z.nullable(TurnError),
  durationMs: z.nullable(DurationMs),
});
export type AgentRunView = z.infer<typeof AgentRunView>;

export const NoticeView = z.object({
  level: z.enum(['info', 'warning']),
  code: z.string(),
  text: z.string(),
});
export type NoticeView = z.infer<typeof NoticeView>;

/** What the user said while the turn ran, and the model call that it came before. */
export const JoinedView = z.object({ messageId: Id, step: z.int(), text: z.string() });
export type JoinedView = z.infer<typeof JoinedView>;

export const CompactionView = Compaction;
export type CompactionView = Compaction;

/** `retry` is the wait that is going on now; `agents` are the sub-agents' runs in order of their first event. */
export const TurnView = z.object({
  turnId: Id,
  messageId: Id,
  model: z.string(),
  mode: Mode,
  status: z.union([TurnStatus, z.enum(['running'])]),
  startedAt: Timestamp,
  steps: z.array(StepView),
  agents: z.array(AgentRunView),
  retry: z.nullable(RetryView),
  notices: z.array(NoticeView),
  compactions: z.array(CompactionView),
  joined: z.array(JoinedView),
  usage: Usage,
  costUsd: z.optional(CostUsd),
  error: z.nullable(TurnError),
  assistantMessageId: z.nullable(Id),
  durationMs: z.nullable(DurationMs),
});
export type TurnView = z.infer<typeof TurnView>;

/** The answer so far: the text of the last step. */
export function answerText(view: TurnView): string {
  return view.steps.at(-1)?.text ?? '';
}
