// The one fold: events in, TurnView out. Pure, no clock, no ids; the server's snapshots, the browser's live view and
// the rebuilt view of a past turn all come from here, so they cannot differ. It must give the same view however
// neighbouring deltas were joined (bounded texts are kept by their tail, which is associative).
import { finishedRun, newRun, withRun } from './agent-runs.ts';
import { toCompaction } from './compaction.ts';
import type { AgentEvent, AgentRef, EventOf } from './events.ts';
import { previewText } from './previews.ts';
import type { RetryView, StepView, ToolCallView, TurnView } from './turn-view.ts';
import { noUsage } from './usage.ts';
import { finishedCall, finishedStep, newCall, newStep } from './view-parts.ts';

/** How much of a running call's live output and of its streaming arguments a view keeps, in UTF-16 units. */
export const liveTextLimit = 4 * 1024;
/** Of texts beside the work: notices, titles of calls, messages that joined. Bytes of UTF-8. */
const sideTextBytes = 2 * 1024;

/** The view of a turn before its first event; `turn.started` replaces it whole. */
export function emptyTurnView(turnId: string): TurnView {
  return {
    turnId,
    messageId: turnId,
    model: '',
    mode: 'default',
    status: 'running',
    startedAt: '1970-01-01T00:00:00.000Z',
    steps: [],
    agents: [],
    retry: null,
    notices: [],
    compactions: [],
    joined: [],
    usage: noUsage,
    error: null,
    assistantMessageId: null,
    durationMs: null,
  };
}

/**
 * The next view. Never throws: an event that names a step or a call that the view does not have, an event of another
 * turn and an event of an unknown type leave the view as it is (the same object).
 */
export function applyEvent(view: TurnView, event: AgentEvent): TurnView {
  if (event.turnId !== view.turnId) return view;
  switch (event.type) {
    case 'turn.started':
      return {
        ...emptyTurnView(event.turnId),
        messageId: event.messageId,
        model: event.model,
        mode: event.mode,
        startedAt: event.startedAt,
      };
    case 'agent.started':
      return withRun(view, event.agent, (run) => ({ ...newRun(event), steps: run.steps }));
    case 'agent.finished':
      return withRun(view, event.agent, (run) => finishedRun(run, event));
    case 'step.started':
      return withSteps({ ...view, retry: null }, event.agent, (steps) => [...steps, newStep(event)]);
    case 'reasoning.delta':
      return onStep(resumed(view), event, (step) => ({ ...step, reasoning: step.reasoning + event.text }));
    case 'text.delta':
      return onStep(resumed(view), event, (step) => ({ ...step, text: step.text + event.text }));
    case 'tool.args':
      return onStep(resumed(view), event, (step) => withArgs(step, event));
    case 'tool.started':
      return onStep(view, event, (step) => withStartedCall(step, event));
    case 'approval.requested':
      return onCall(view, event, (call) => ({
        ...call,
        status: 'waiting',
        approval: {
          approvalId: event.approvalId,
          reason: event.reason,
          reasons: event.reasons ?? [],
          preview: event.preview ?? null,
          previewBytes: event.previewBytes ?? null,
          notes: event.notes ?? [],
          onceOnly: event.onceOnly ?? false,
          rule: event.rule ?? null,
          decision: null,
          note: null,
        },
      }));
    case 'approval.resolved':
      return onCall(view, event, (call) => ({
        ...call,
        status: call.status === 'waiting' ? 'running' : call.status,
        approval: call.approval && {
          ...call.approval,
          decision: event.decision,
          note: event.note ?? null,
          rule: event.rule ?? null,
        },
      }));
    case 'tool.progress':
      return onCall(view, event, (call) => ({ ...call, progress: tail(call.progress + event.text) }));
    case 'tool.finished':
      return onCall(view, event, (call) => finishedCall(call, event));
    case 'retry':
      return withRetry(view, event);
    case 'retry.hurried':
      return withHurried(view, event);
    case 'usage': {
      const { inputTokens, outputTokens, reasoningTokens, cachedTokens, costUsd, estimated } = event;
      const usage = {
        inputTokens,
        outputTokens,
        reasoningTokens,
        cachedTokens,
        estimated,
        ...(costUsd === undefined ? {} : { costUsd }),
      };
      const next = { ...withCost(view, costUsd), usage: event.total };
      return onStep(next, event, (step) => ({ ...step, usage }));
    }
    case 'context.compacted':
      return { ...view, compactions: [...view.compactions, toCompaction(event)] };
    case 'notice': {
      const { level, code } = event;
      const text = previewText(event.text, sideTextBytes);
      return { ...view, notices: [...view.notices, { level, code, text }] };
    }
    case 'message.joined': {
      const { messageId, step } = event;
      const text = previewText(event.text, sideTextBytes);
      return { ...view, joined: [...view.joined, { messageId, step, text }] };
    }
    case 'step.finished':
      return onStep(resumed(view), event, (step) => ({
        ...finishedStep(step, event),
        calls: step.calls.some(isPreparing) ? step.calls.map(settled) : step.calls,
      }));
    case 'turn.finished':
      return {
        ...view,
        ...(event.costUsd === undefined ? {} : { costUsd: event.costUsd }),
        status: event.status,
        retry: null,
        usage: event.usage,
        error: event.error ?? null,
        assistantMessageId: event.messageId,
        durationMs: event.durationMs,
        steps: view.steps.map(withoutPreparing),
        agents: view.agents.map((run) => ({ ...run, steps: run.steps.map(withoutPreparing) })),
      };
    default:
      // A newer server may send types that this fold does not know; the protocol says to ignore them.
      event satisfies never;
      return view;
  }
}

/** The view of a whole list of events, the first of which is the turn's start. */
export function foldEvents(turnId: string, events: Iterable<AgentEvent>): TurnView {
  let view = emptyTurnView(turnId);
  for (const event of events) view = applyEvent(view, event);
  return view;
}

function withCost(view: TurnView, costUsd: number | undefined): TurnView {
  return costUsd === undefined ? view : { ...view, costUsd: (view.costUsd ?? 0) + costUsd };
}

type Scoped = { agent?: AgentRef | undefined };

function tail(text: string): string {
  return text.length > liveTextLimit ? text.slice(-liveTextLimit) : text;
}

function resumed(view: TurnView): TurnView {
  return view.retry === null ? view : { ...view, retry: null };
}

function isPreparing(call: ToolCallView): boolean {
  return call.status === 'preparing';
}

/** Once the model call is over its previews are complete; the text goes, the place in the order stays. */
function settled(call: ToolCallView): ToolCallView {
  return isPreparing(call) ? { ...call, argsText: '' } : call;
}

function withoutPreparing(step: StepView): StepView {
  return step.calls.some(isPreparing)
    ? { ...step, calls: step.calls.filter((call) => !isPreparing(call)) }
    : step;
}

/** Replaces the steps of the main agent or of the sub-agent that the event names, adding its run if it is new. */
function withSteps(
  view: TurnView,
  agent: AgentRef | undefined,
  change: (steps: StepView[]) => StepView[],
): TurnView {
  if (!agent) {
    const steps = change(view.steps);
    return steps === view.steps ? view : { ...view, steps };
  }
  return withRun(view, agent, (run) => {
    const steps = change(run.steps);
    return steps === run.steps ? run : { ...run, steps };
  });
}

/** Changes one step; the newest steps are looked at first, since nearly every event is about them. */
function onStep(
  view: TurnView,
  event: Scoped & { step: number },
  change: (step: StepView) => StepView,
): TurnView {
  return withSteps(view, event.agent, (steps) => {
    const index = steps.findLastIndex((step) => step.step === event.step);
    const step = steps[index];
    return step ? steps.with(index, change(step)) : steps;
  });
}

function onCall(
  view: TurnView,
  event: Scoped & { callId: string },
  change: (call: ToolCallView) => ToolCallView,
): TurnView {
  return withSteps(view, event.agent, (steps) => {
    const index = steps.findLastIndex((step) => step.calls.some((call) => call.callId === event.callId));
    const step = steps[index];
    if (!step) return steps;
    return steps.with(index, {
      ...step,
      calls: step.calls.map((call) => (call.callId === event.callId ? change(call) : call)),
    });
  });
}

function withArgs(step: StepView, event: EventOf<'tool.args'>): StepView {
  const known = step.calls.find((call) => call.callId === event.callId);
  const call = known ?? newCall(event.callId, event.name);
  const next = { ...call, name: event.name, argsText: tail(call.argsText + event.text) };
  return {
    ...step,
    calls: known ? step.calls.map((each) => (each === known ? next : each)) : [...step.calls, next],
  };
}

function withStartedCall(step: StepView, event: EventOf<'tool.started'>): StepView {
  const known = step.calls.find((call) => call.callId === event.callId);
  const next: ToolCallView = {
    ...newCall(event.callId, event.name),
    title: previewText(event.title, sideTextBytes),
    args: event.args,
    argsBytes: event.argsBytes ?? null,
    status: 'running',
    startedAt: event.startedAt,
  };
  return {
    ...step,
    calls: known ? step.calls.map((each) => (each === known ? next : each)) : [...step.calls, next],
  };
}

/** The attempt's text, reasoning and previews are withdrawn; the retry itself is remembered with its step. */
function withRetry(view: TurnView, event: EventOf<'retry'>): TurnView {
  const { attempt, delayMs, kind, facts, startedAt } = event;
  const message = previewText(event.message, sideTextBytes);
  const said = facts && { ...facts, words: previewText(facts.words, sideTextBytes) };
  const retry: RetryView = { attempt, delayMs, kind, message, ...(said ? { facts: said } : {}), startedAt };
  return onStep({ ...view, retry }, event, (step) => ({
    ...step,
    text: '',
    reasoning: '',
    usage: null,
    calls: step.calls.filter((call) => !isPreparing(call)),
    retries: [...step.retries, retry],
  }));
}

/** What was waited is what is remembered; the wait that went on is over. */
function withHurried(view: TurnView, event: EventOf<'retry.hurried'>): TurnView {
  const { attempt, waitedMs } = event;
  let hurried: RetryView | undefined;
  const next = onStep(view, event, (step) => {
    const last = step.retries.at(-1);
    if (last?.attempt !== attempt) return step;
    hurried = { ...last, delayMs: waitedMs };
    return { ...step, retries: [...step.retries.slice(0, -1), hurried] };
  });
  const { retry } = view;
  const shown = hurried && retry?.attempt === attempt && retry.startedAt === hurried.startedAt;
  return hurried && shown ? { ...next, retry: hurried } : next;
}
