// What the `input` and `output` of a stored trajectory entry hold, for each kind. Made by the recorder and read by
// trajectory-entries.ts; nothing else writes them.
import type { ApprovalNote, ApprovalResolution, Compaction } from './events.ts';
import type {
  FailureFacts,
  FinishReason,
  Json,
  ShownImage,
  TurnError,
  TurnStatus,
  Usage,
} from './primitives.ts';

export type StepInput = { step: number };
/**
 * `kept` here and below: as the live event had it. `…Bytes` in entries that were cut for showing them: the size of what
 * was cut (trajectory-previews.ts); never stored.
 */
export type StepOutput = {
  text: string;
  reasoning: string;
  finishReason: FinishReason;
  kept?: number;
  textBytes?: number;
};
export type ToolInput = {
  callId: string;
  step: number;
  title: string;
  args: Json;
  argsBytes?: number | undefined;
};
/** `shown`: how many bytes of the text the live event had, where that was not all. */
export type ToolOutput = {
  text: string;
  truncated: boolean;
  bytes: number;
  images?: ShownImage[];
  shown?: number;
  kept?: number;
  outputBytes?: number;
};
export type ApprovalInput = {
  approvalId: string;
  callId: string;
  args: Json;
  reason: string;
  /** These three are missing in what older versions stored. */
  reasons?: ApprovalNote[];
  notes?: ApprovalNote[];
  rule?: string | null;
  preview: string | null;
  previewBytes?: number;
  onceOnly: boolean;
};
export type ApprovalOutput = { decision: ApprovalResolution; note: string | null; rule?: string | null };
export type RetryInput = {
  step: number;
  attempt: number;
  delayMs: number;
  message: string;
  facts?: FailureFacts;
};
/** What is on record where a person did not wait for the attempt, after the entry of the retry itself. */
export type HurriedInput = { step: number; attempt: number; waitedMs: number };
export const hurriedName = 'hurried';
export type NoticeInput = { level: 'info' | 'warning'; text: string };
/** The notice by which a message that joined the turn is on record. */
export type JoinedInput = NoticeInput & { messageId: string; step: number };
export const joinedName = 'message.joined';
export type CompactionInput = Compaction;
export type AgentInput = {
  agentId: string;
  callId: string;
  parent: string | null;
  description: string;
  model: string;
};
export type AgentOutput = { status: TurnStatus; error: TurnError | null };
/** What an agent's entry keeps as its `usage`. */
export type AgentUsage = Usage & { costUsd?: number };
