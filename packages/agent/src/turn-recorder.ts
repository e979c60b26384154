// Writes the durable events of one turn to the store, each before it is published, and keeps the running text safe
// with at most a second's loss. It decides nothing: what an entry holds is said in protocol/trajectory-entries.
import type {
  AgentEvent,
  AgentInput,
  AgentOutput,
  AgentUsage,
  ApprovalInput,
  ApprovalOutput,
  CompactionInput,
  EntryStatus,
  EventOf,
  HurriedInput,
  JoinedInput,
  NoticeInput,
  RetryInput,
  StepInput,
  StepOutput,
  ToolInput,
  ToolOutput,
  TraceSummary,
} from '@slipstream/protocol';
import { hurriedName, joinedName, toCompaction } from '@slipstream/protocol';
import { type Clock, type Ids, toTimestamp } from './clock.ts';
import { countTool } from './count-tool.ts';
import { toEntryStatus, toKept, toShown } from './entry-parts.ts';
import type { Delta } from './join-deltas.ts';
import { createJoinedWrites } from './join-writes.ts';
import type { Log } from './log.ts';
import { type OpenStep, startStep } from './open-step.ts';
import type { EntryEnd, EntryStart, PromptStore, TurnStore } from './store.ts';
import type { SentCall } from './turn-context.ts';

export type TurnRecorder = {
  /** Takes in a delta, which is stored with its step, and as a part of the running text every second. */
  note(event: Delta): void;
  /**
   * Resolves when what must be stored of the event is stored; for every event but deltas. Rejects with `storage`. `shown` is
   * the event as it will be published: what it leaves out is stored, and that it does.
   */
  record(event: AgentEvent, shown?: AgentEvent): Promise<void>;
  /** What is recorded is stored together, a few milliseconds later or as soon as this is called. */
  flush(): void;
  /** Keeps what the open step's call is sent. Nothing waits for it: a turn goes on without. */
  sent(call: SentCall): void;
  summary(): Omit<TraceSummary, 'durationMs'>;
  /** No checkpoint is written after this, and nothing waits for company any more. */
  close(): void;
};

const checkpointMs = 1000;
const checkpointGridMs = 250;

export function createTurnRecorder(deps: {
  turnId: string;
  store: TurnStore;
  prompts: PromptStore;
  clock: Clock;
  ids: Ids;
  log: Log;
}): TurnRecorder {
  const { turnId, clock, ids } = deps;
  const writes = createJoinedWrites(clock);
  const endEntry = (entry: EntryEnd) => writes.add(() => deps.store.endEntry(entry));
  const steps = new Map<string, OpenStep>();
  const calls = new Map<string, string>();
  const approvals = new Map<string, string>();
  const agents = new Map<string, string>();
  let seq = 0;
  let stepCount = 0;
  let toolCount = 0;
  let failedCount = 0;
  const byTool: Record<string, number> = {};
  let cancelCheckpoint: (() => void) | undefined;

  const start = async (
    event: { startedAt?: string },
    entry: {
      id: string;
      parentId: string | null;
      kind: EntryStart['kind'];
      name: string;
      input: unknown;
      status?: EntryStatus;
    },
  ) => {
    seq += 1;
    const started: EntryStart = {
      ...entry,
      turnId,
      seq,
      status: entry.status ?? 'running',
      startedAt: event.startedAt ?? toTimestamp(clock.now()),
      durationMs: entry.status === undefined ? null : 0,
    };
    await writes.add(() => deps.store.startEntry(started));
  };

  const agentEntry = (event: AgentEvent): string | null => agents.get(event.agent?.id ?? '') ?? null;

  const startAgent = (event: EventOf<'agent.started'>) => {
    const { agent, parent = null, description, model } = event;
    const id = ids.next();
    agents.set(agent.id, id);
    const input: AgentInput = { agentId: agent.id, callId: agent.callId, parent, description, model };
    const parentId = calls.get(`${parent ?? ''}/${agent.callId}`) ?? null;
    return start(event, { id, parentId, kind: 'agent', name: agent.name, input });
  };

  const finishAgent = async (event: EventOf<'agent.finished'>) => {
    const id = agents.get(event.agent.id);
    if (!id) return;
    const { status, error = null, usage, costUsd, durationMs } = event;
    const output: AgentOutput = { status, error };
    const own: AgentUsage = { ...usage, ...(costUsd === undefined ? {} : { costUsd }) };
    await endEntry({ id, turnId, status: toEntryStatus(status), output, usage: own, durationMs });
  };

  const checkpoint = () => {
    cancelCheckpoint = undefined;
    const text = steps.get('')?.text.text() ?? '';
    writes.flush();
    deps.store
      .checkpoint(turnId, text, toTimestamp(clock.now()))
      .catch((err: unknown) => deps.log.error({ err, turnId }, 'checkpoint failed'));
  };

  const finishStep = async (event: EventOf<'step.finished'>, shown: AgentEvent) => {
    const key = event.agent?.id ?? '';
    const step = steps.get(key);
    if (!step) return;
    const { text, reasoning, usage } = step;
    const output: StepOutput = {
      text: text.text(),
      reasoning: reasoning.text(),
      finishReason: event.finishReason,
      ...toKept(shown),
    };
    const status =
      event.finishReason === 'error' || event.finishReason === 'cancelled' ? event.finishReason : 'ok';
    await endEntry({
      id: step.entryId,
      turnId,
      status,
      output,
      durationMs: event.durationMs,
      ...(usage ? { usage } : {}),
    });
  };

  const finishCall = async (event: EventOf<'tool.finished'>, shown: AgentEvent) => {
    const id = calls.get(callKey(event));
    if (!id) return;
    const { output: text, truncated, bytes, images } = event;
    const told = { ...toShown(shown), ...toKept(shown), ...(images ? { images } : {}) };
    const output: ToolOutput = { text, truncated, bytes, ...told };
    const { status, durationMs } = event;
    await endEntry({ id, turnId, status, output, durationMs });
  };

  return {
    note(event) {
      if (event.type !== 'text.delta' && event.type !== 'reasoning.delta') return;
      const step = steps.get(event.agent?.id ?? '');
      if (!step) return;
      if (event.type === 'text.delta') step.text.add(event.text);
      else step.reasoning.add(event.text);
      if (!event.agent && event.type === 'text.delta')
        cancelCheckpoint ??= clock.after(untilCheckpoint(clock.now()), checkpoint);
    },
    async record(event, shown = event) {
      switch (event.type) {
        case 'agent.started':
          return startAgent(event);
        case 'agent.finished':
          return finishAgent(event);
        case 'step.started': {
          const parentId = agentEntry(event);
          const id = ids.next();
          if (!event.agent) stepCount += 1;
          steps.set(event.agent?.id ?? '', startStep(id));
          const input: StepInput = { step: event.step };
          return start(event, { id, parentId, kind: 'step', name: event.model, input });
        }
        case 'usage': {
          const step = steps.get(event.agent?.id ?? '');
          const { inputTokens, outputTokens, reasoningTokens, cachedTokens, costUsd, estimated } = event;
          const usage = { inputTokens, outputTokens, reasoningTokens, cachedTokens, estimated };
          if (step) step.usage = costUsd === undefined ? usage : { ...usage, costUsd };
          return;
        }
        case 'step.finished':
          return finishStep(event, shown);
        case 'retry': {
          const step = steps.get(event.agent?.id ?? '');
          if (step) steps.set(event.agent?.id ?? '', startStep(step.entryId));
          const { attempt, delayMs, message, facts } = event;
          const said = facts ? { message, facts } : { message };
          const input: RetryInput = { step: event.step, attempt, delayMs, ...said };
          const parentId = step?.entryId ?? null;
          const entry = { id: ids.next(), parentId, kind: 'retry', name: event.kind } as const;
          return start(event, { ...entry, input, status: 'ok' });
        }
        case 'retry.hurried': {
          const { step, attempt, waitedMs } = event;
          const input: HurriedInput = { step, attempt, waitedMs };
          const parentId = steps.get(event.agent?.id ?? '')?.entryId ?? null;
          const entry = { id: ids.next(), parentId, kind: 'retry', name: hurriedName } as const;
          return start({}, { ...entry, input, status: 'ok' });
        }
        case 'tool.started': {
          toolCount += 1;
          countTool(byTool, event.name);
          const id = ids.next();
          calls.set(callKey(event), id);
          const { callId, step, title, args } = event;
          const input: ToolInput = { callId, step, title, args };
          const parentId = steps.get(event.agent?.id ?? '')?.entryId ?? null;
          return start(event, { id, parentId, kind: 'tool', name: event.name, input });
        }
        case 'approval.requested': {
          const id = ids.next();
          approvals.set(event.approvalId, id);
          const { approvalId, callId, args, reason, reasons = [], notes = [], rule = null } = event;
          const { preview = null, onceOnly = false } = event;
          const asked = { approvalId, callId, args, reason, reasons, notes, rule };
          const input: ApprovalInput = { ...asked, preview, onceOnly };
          const parentId = calls.get(callKey(event)) ?? null;
          return start(event, { id, parentId, kind: 'approval', name: event.name, input });
        }
        case 'approval.resolved': {
          const id = approvals.get(event.approvalId);
          if (!id) return;
          const { decision, note = null, rule = null } = event;
          const output: ApprovalOutput = { decision, note, rule };
          const status =
            event.decision === 'deny' ? 'denied' : event.decision === 'withdrawn' ? 'cancelled' : 'ok';
          return endEntry({ id, turnId, status, output, durationMs: event.durationMs });
        }
        case 'tool.finished':
          if (event.status === 'error') failedCount += 1;
          return finishCall(event, shown);
        case 'notice': {
          const input: NoticeInput = { level: event.level, text: event.text };
          const parentId = agentEntry(event);
          return start(
            {},
            { id: ids.next(), parentId, kind: 'notice', name: event.code, input, status: 'ok' },
          );
        }
        case 'message.joined': {
          const { messageId, step, text } = event;
          const input: JoinedInput = { level: 'info', text, messageId, step };
          const entry = { id: ids.next(), parentId: null, kind: 'notice', name: joinedName } as const;
          return start({}, { ...entry, input, status: 'ok' });
        }
        case 'context.compacted': {
          const input: CompactionInput = toCompaction(event);
          const parentId = agentEntry(event);
          const entry = { id: ids.next(), parentId, kind: 'compaction', name: 'compaction' } as const;
          return start({}, { ...entry, input, status: 'ok' });
        }
        default:
      }
    },
    sent({ agentId, ...prompt }) {
      const id = steps.get(agentId ?? '')?.entryId;
      if (id === undefined) return;
      writes
        .add(() => deps.prompts.keep({ id, turnId }, prompt))
        .catch((err: unknown) => deps.log.error({ err, turnId }, 'what a call was sent was not kept'));
    },
    summary: () => ({
      steps: stepCount,
      tools: toolCount,
      agents: agents.size,
      byTool: { ...byTool },
      ...(failedCount > 0 ? { failed: failedCount } : {}),
    }),
    flush: writes.flush,
    close() {
      writes.flush();
      cancelCheckpoint?.();
      cancelCheckpoint = undefined;
    },
  };
}

/** Turns keep their texts at the same moments, so that the store can do it in one go for many; at least once a second. */
function untilCheckpoint(now: number): number {
  return checkpointMs - (now % checkpointGridMs);
}

function callKey(event: { agent?: { id: string } | undefined; callId: string }): string {
  return `${event.agent?.id ?? ''}/${event.callId}`;
}
