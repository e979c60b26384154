// From stored trajectory entries to events: those that a stored turn is told by. What entries hold is in
// entry-bodies.ts. Folding `toEvents` of a finished turn gives the view that a live reader had.
import {
  type AgentInput,
  type AgentOutput,
  type AgentUsage,
  type ApprovalInput,
  type ApprovalOutput,
  type CompactionInput,
  type HurriedInput,
  hurriedName,
  type JoinedInput,
  joinedName,
  type NoticeInput,
  type RetryInput,
  type StepInput,
  type StepOutput,
  type ToolInput,
  type ToolOutput,
} from './entry-bodies.ts';
import type { AgentEvent, AgentRef, EventOf } from './events.ts';
import { jsonBytes, openArgsBytes, previewArgs, previewText, utf8Bytes } from './previews.ts';
import type { Json, ModelErrorKind } from './primitives.ts';
import type { TrajectoryEntry, Turn } from './records.ts';
import type { StepUsage } from './turn-view.ts';
import { noUsage } from './usage.ts';

/**
 * The events of a stored turn, in an order that folds to the live view. `entries` are one turn's, by rising `seq`.
 * A turn that has not ended gives no `turn.finished`. Usage totals are summed from the steps.
 */
export function toEvents(turn: Turn, entries: readonly TrajectoryEntry[]): AgentEvent[] {
  const turnId = turn.id;
  const events: AgentEvent[] = [
    {
      type: 'turn.started',
      turnId,
      messageId: turn.userMessageId,
      model: turn.model,
      mode: turn.mode,
      startedAt: turn.startedAt ?? '1970-01-01T00:00:00.000Z',
    },
  ];
  const agents = agentRefs(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  for (const entry of entries) {
    const agent = agentOf(entry, byId, agents);
    const base = agent ? { turnId, agent } : { turnId };
    if (entry.kind === 'agent') events.push(...agentStart(turnId, entry, agents));
    else if (entry.kind === 'step') events.push(...stepEvents(base, entry, entries, turn));
    else if (entry.kind === 'tool') events.push(...toolEvents(base, entry, entries));
    else if (entry.kind === 'notice') events.push(noticeEvent(base, entry));
    else if (entry.kind === 'compaction')
      events.push({ type: 'context.compacted', ...base, ...(entry.input as CompactionInput) });
  }
  for (const entry of entries) events.push(...agentEnd(turnId, entry, agents));
  if (turn.endedAt !== null && turn.status !== 'queued' && turn.status !== 'running') {
    events.push({
      type: 'turn.finished',
      turnId,
      status: turn.status,
      messageId: turn.assistantMessageId ?? turn.userMessageId,
      text: '',
      ...(turn.error ? { error: turn.error } : {}),
      usage: turn.usage,
      ...(turn.costUsd === undefined ? {} : { costUsd: turn.costUsd }),
      steps: turn.steps,
      durationMs: turn.startedAt === null ? 0 : Date.parse(turn.endedAt) - Date.parse(turn.startedAt),
    });
  }
  return events;
}

type Base = { turnId: string; agent?: AgentRef };

function agentRefs(entries: readonly TrajectoryEntry[]): Map<string, AgentRef> {
  const refs = new Map<string, AgentRef>();
  for (const entry of entries) {
    if (entry.kind !== 'agent') continue;
    const { agentId, callId } = entry.input as AgentInput;
    refs.set(entry.id, { id: agentId, name: entry.name, callId });
  }
  return refs;
}

function agentStart(
  turnId: string,
  entry: TrajectoryEntry,
  agents: ReadonlyMap<string, AgentRef>,
): AgentEvent[] {
  const agent = agents.get(entry.id);
  if (!agent) return [];
  const { parent, description, model } = entry.input as AgentInput;
  const { startedAt } = entry;
  const of = parent === null ? {} : { parent };
  return [{ type: 'agent.started', turnId, agent, ...of, description, model, startedAt }];
}

function agentEnd(
  turnId: string,
  entry: TrajectoryEntry,
  agents: ReadonlyMap<string, AgentRef>,
): AgentEvent[] {
  const agent = agents.get(entry.id);
  if (!agent || entry.status === 'running') return [];
  const output = entry.output as AgentOutput | null;
  const spent: AgentUsage = (entry.usage as AgentUsage | undefined) ?? noUsage;
  const { costUsd, ...usage } = spent;
  return [
    {
      type: 'agent.finished',
      turnId,
      agent,
      status: output?.status ?? 'interrupted',
      ...(output?.error ? { error: output.error } : {}),
      usage,
      ...(costUsd === undefined ? {} : { costUsd }),
      durationMs: entry.durationMs ?? 0,
    },
  ];
}

function agentOf(
  entry: TrajectoryEntry,
  byId: ReadonlyMap<string, TrajectoryEntry>,
  agents: ReadonlyMap<string, AgentRef>,
): AgentRef | undefined {
  let parentId = entry.parentId;
  while (parentId !== null) {
    const agent = agents.get(parentId);
    if (agent) return agent;
    parentId = byId.get(parentId)?.parentId ?? null;
  }
  return undefined;
}

/** The retries of a step come before its text: what is stored is the text of the attempt that stood. */
function stepEvents(
  base: Base,
  entry: TrajectoryEntry,
  entries: readonly TrajectoryEntry[],
  turn: Turn,
): AgentEvent[] {
  const { step } = entry.input as StepInput;
  const output = entry.output as StepOutput | null;
  const usage = entry.usage as StepUsage | undefined;
  const events: AgentEvent[] = [
    { type: 'step.started', ...base, step, model: entry.name, startedAt: entry.startedAt },
  ];
  for (const child of entries)
    if (child.kind === 'retry' && child.parentId === entry.id) events.push(retryEvent(base, child));
  if (output?.reasoning) events.push({ type: 'reasoning.delta', ...base, step, text: output.reasoning });
  if (output?.text) events.push({ type: 'text.delta', ...base, step, text: output.text });
  if (usage) events.push({ type: 'usage', ...base, step, ...usage, total: turn.usage });
  if (output && entry.status !== 'running')
    events.push({
      type: 'step.finished',
      ...base,
      step,
      finishReason: output.finishReason,
      ...(output.kept === undefined ? {} : { kept: output.kept }),
      ...(output.textBytes === undefined ? {} : { textBytes: output.textBytes }),
      durationMs: entry.durationMs ?? 0,
    });
  return events;
}

function toolEvents(base: Base, entry: TrajectoryEntry, entries: readonly TrajectoryEntry[]): AgentEvent[] {
  const input = entry.input as ToolInput;
  const output = entry.output as ToolOutput | null;
  const { startedAt } = entry;
  const shown = toOpenArgs(input);
  const events: AgentEvent[] = [
    { type: 'tool.started', ...base, name: entry.name, ...input, ...shown, startedAt },
  ];
  for (const child of entries)
    if (child.kind === 'approval' && child.parentId === entry.id) events.push(...approvalEvents(base, child));
  if (entry.status !== 'running')
    events.push({
      type: 'tool.finished',
      ...base,
      callId: input.callId,
      name: entry.name,
      status: entry.status,
      ...toShownOutput(output),
      truncated: output?.truncated ?? false,
      bytes: output?.bytes ?? 0,
      ...(output?.kept === undefined ? {} : { kept: output.kept }),
      ...(output?.images ? { images: output.images } : {}),
      durationMs: entry.durationMs ?? 0,
    });
  return events;
}

/** The arguments as they are told when a call starts. */
export function toOpenArgs({ args, argsBytes }: Pick<ToolInput, 'args' | 'argsBytes'>): {
  args: Json;
  argsBytes?: number;
} {
  const open = previewArgs(args, openArgsBytes);
  if (argsBytes !== undefined) return { args: open, argsBytes };
  return open === args ? { args } : { args: open, argsBytes: jsonBytes(args) };
}

function toShownOutput(output: ToolOutput | null): { output: string; outputBytes?: number } {
  if (output?.shown === undefined) return { output: output?.text ?? '' };
  const { text, shown, outputBytes = utf8Bytes(text) } = output;
  return { output: previewText(text, shown), outputBytes };
}

function approvalEvents(base: Base, entry: TrajectoryEntry): AgentEvent[] {
  const input = entry.input as ApprovalInput;
  const output = entry.output as ApprovalOutput | null;
  const requested: EventOf<'approval.requested'> = {
    type: 'approval.requested',
    ...base,
    approvalId: input.approvalId,
    callId: input.callId,
    name: entry.name,
    args: previewArgs(input.args, openArgsBytes),
    reason: input.reason,
    ...(input.reasons ? { reasons: input.reasons } : {}),
    ...(input.preview === null ? {} : { preview: input.preview }),
    ...(input.previewBytes === undefined ? {} : { previewBytes: input.previewBytes }),
    ...(input.notes ? { notes: input.notes } : {}),
    ...(input.onceOnly ? { onceOnly: true } : {}),
    ...(input.rule ? { rule: input.rule } : {}),
    startedAt: entry.startedAt,
  };
  if (!output) return [requested];
  return [
    requested,
    {
      type: 'approval.resolved',
      ...base,
      approvalId: input.approvalId,
      callId: input.callId,
      decision: output.decision,
      ...(output.note === null ? {} : { note: output.note }),
      ...(output.rule ? { rule: output.rule } : {}),
      durationMs: entry.durationMs ?? 0,
    },
  ];
}

function retryEvent(base: Base, entry: TrajectoryEntry): AgentEvent {
  if (entry.name === hurriedName) return { type: 'retry.hurried', ...base, ...(entry.input as HurriedInput) };
  const input = entry.input as RetryInput;
  return {
    type: 'retry',
    ...base,
    ...input,
    kind: entry.name as ModelErrorKind,
    startedAt: entry.startedAt,
  };
}

function noticeEvent(base: Base, entry: TrajectoryEntry): AgentEvent {
  if (entry.name === joinedName) {
    const { messageId, step, text } = entry.input as JoinedInput;
    return { type: 'message.joined', ...base, step, messageId, text };
  }
  return { type: 'notice', ...base, code: entry.name, ...(entry.input as NoticeInput) };
}
