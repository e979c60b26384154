// Writes the durable events of one turn to the store, each before it is published, and keeps the running text safe
// with at most a second's loss. It decides nothing: what an entry holds is said in protocol/trajectory-entries.
import type {
  AgentEvent,
  AgentInput,
  ApprovalInput,
  ApprovalOutput,
  CompactionInput,
  EntryStatus,
  EventOf,
  JoinedInput,
  NoticeInput,
  RetryInput,
  StepInput,
  StepOutput,
  StepUsage,
  ToolInput,
  ToolOutput,
  TraceSummary,
} from '@slipstream/protocol';
import { joinedName } from '@slipstream/protocol';
import { type Clock, type Ids, toTimestamp } from './clock.ts';
import type { Log } from './log.ts';
import type { TurnStore } from './store.ts';

export type TurnRecorder = {
  /** Resolves when what must be stored of the event is stored; deltas resolve at once. Rejects with `storage`. */
  record(event: AgentEvent): Promise<void>;
  summary(): Omit<TraceSummary, 'durationMs'>;
  /** No checkpoint is written after this. */
  close(): void;
};

type OpenStep = { entryId: string; text: string; reasoning: string; usage: StepUsage | undefined };

const checkpointMs = 1000;

export function createTurnRecorder(deps: {
  turnId: string;
  store: TurnStore;
  clock: Clock;
  ids: Ids;
  log: Log;
}): TurnRecorder {
  const { turnId, store, clock, ids } = deps;
  const steps = new Map<string, OpenStep>();
  const calls = new Map<string, { entryId: string; agentEntryId?: string; startedAt: number }>();
  const approvals = new Map<string, string>();
  const agents = new Map<string, string>();
  let seq = 0;
  let stepCount = 0;
  let toolCount = 0;
  let cancelCheckpoint: (() => void) | undefined;

  const start = async (
    event: { startedAt?: string },
    entry: {
      id: string;
      parentId: string | null;
      kind: Parameters<TurnStore['startEntry']>[0]['kind'];
      name: string;
      input: unknown;
      status?: EntryStatus;
    },
  ) => {
    seq += 1;
    await store.startEntry({
      ...entry,
      turnId,
      seq,
      status: entry.status ?? 'running',
      startedAt: event.startedAt ?? toTimestamp(clock.now()),
      durationMs: entry.status === undefined ? null : 0,
    });
  };

  /** The entry of a sub-agent's run, begun with its first event and ended with the call that runs it. */
  const agentEntry = async (event: AgentEvent): Promise<string | null> => {
    const { agent } = event;
    if (!agent) return null;
    const known = agents.get(agent.id);
    if (known) return known;
    const id = ids.next();
    agents.set(agent.id, id);
    const call = [...calls.entries()].findLast(([key]) => key.endsWith(`/${agent.callId}`))?.[1];
    if (call) call.agentEntryId = id;
    const input: AgentInput = { agentId: agent.id, callId: agent.callId };
    await start({}, { id, parentId: call?.entryId ?? null, kind: 'agent', name: agent.name, input });
    return id;
  };

  const checkpoint = () => {
    cancelCheckpoint = undefined;
    const text = steps.get('')?.text ?? '';
    store
      .checkpoint(turnId, text)
      .catch((err: unknown) => deps.log.error({ err, turnId }, 'checkpoint failed'));
  };

  const finishStep = async (event: EventOf<'step.finished'>) => {
    const key = event.agent?.id ?? '';
    const step = steps.get(key);
    if (!step) return;
    const { text, reasoning, usage } = step;
    const output: StepOutput = { text, reasoning, finishReason: event.finishReason };
    const status =
      event.finishReason === 'error' || event.finishReason === 'cancelled' ? event.finishReason : 'ok';
    await store.endEntry({
      id: step.entryId,
      turnId,
      status,
      output,
      durationMs: event.durationMs,
      ...(usage ? { usage } : {}),
    });
  };

  const finishCall = async (event: EventOf<'tool.finished'>) => {
    const call = calls.get(callKey(event));
    if (!call) return;
    const output: ToolOutput = { text: event.output, truncated: event.truncated, bytes: event.bytes };
    const { status, durationMs } = event;
    if (call.agentEntryId)
      await store.endEntry({ id: call.agentEntryId, turnId, status, output: null, durationMs });
    await store.endEntry({ id: call.entryId, turnId, status, output, durationMs });
  };

  return {
    async record(event) {
      switch (event.type) {
        case 'text.delta':
        case 'reasoning.delta': {
          const step = steps.get(event.agent?.id ?? '');
          if (!step) return;
          if (event.type === 'text.delta') step.text += event.text;
          else step.reasoning += event.text;
          if (!event.agent && event.type === 'text.delta')
            cancelCheckpoint ??= clock.after(checkpointMs, checkpoint);
          return;
        }
        case 'step.started': {
          const parentId = await agentEntry(event);
          const id = ids.next();
          if (!event.agent) stepCount += 1;
          steps.set(event.agent?.id ?? '', { entryId: id, text: '', reasoning: '', usage: undefined });
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
          return finishStep(event);
        case 'retry': {
          const step = steps.get(event.agent?.id ?? '');
          if (step) Object.assign(step, { text: '', reasoning: '', usage: undefined });
          const { attempt, delayMs, message } = event;
          const input: RetryInput = { step: event.step, attempt, delayMs, message };
          const parentId = step?.entryId ?? null;
          return start(event, {
            id: ids.next(),
            parentId,
            kind: 'retry',
            name: event.kind,
            input,
            status: 'ok',
          });
        }
        case 'tool.started': {
          toolCount += 1;
          const id = ids.next();
          calls.set(callKey(event), { entryId: id, startedAt: clock.now() });
          const { callId, step, title, args } = event;
          const input: ToolInput = { callId, step, title, args };
          const parentId = steps.get(event.agent?.id ?? '')?.entryId ?? null;
          return start(event, { id, parentId, kind: 'tool', name: event.name, input });
        }
        case 'approval.requested': {
          const id = ids.next();
          approvals.set(event.approvalId, id);
          const { approvalId, callId, args, reason, preview = null, onceOnly = false } = event;
          const input: ApprovalInput = { approvalId, callId, args, reason, preview, onceOnly };
          const parentId = calls.get(callKey(event))?.entryId ?? null;
          return start(event, { id, parentId, kind: 'approval', name: event.name, input });
        }
        case 'approval.resolved': {
          const id = approvals.get(event.approvalId);
          if (!id) return;
          const output: ApprovalOutput = { decision: event.decision, note: event.note ?? null };
          const status =
            event.decision === 'deny' ? 'denied' : event.decision === 'withdrawn' ? 'cancelled' : 'ok';
          return store.endEntry({ id, turnId, status, output, durationMs: event.durationMs });
        }
        case 'tool.finished':
          return finishCall(event);
        case 'notice': {
          const input: NoticeInput = { level: event.level, text: event.text };
          const parentId = await agentEntry(event);
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
          const { beforeTokens, afterTokens, messages } = event;
          const input: CompactionInput = { beforeTokens, afterTokens, messages };
          const entry = { id: ids.next(), parentId: null, kind: 'compaction', name: 'compaction' } as const;
          return start({}, { ...entry, input, status: 'ok' });
        }
        default:
      }
    },
    summary: () => ({ steps: stepCount, tools: toolCount, agents: agents.size }),
    close() {
      cancelCheckpoint?.();
      cancelCheckpoint = undefined;
    },
  };
}

function callKey(event: { agent?: { id: string } | undefined; callId: string }): string {
  return `${event.agent?.id ?? ''}/${event.callId}`;
}
