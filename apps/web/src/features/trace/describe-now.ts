// What a running turn does at this moment, as data: the live line puts it into words. Pure, so that every case can be
// tested by its view alone.
import type { ModelErrorKind, StepView, ToolCallView, TurnView } from '@slipstream/protocol';

export type Now =
  | { kind: 'stopping' }
  | { kind: 'approval'; count: number }
  | { kind: 'question' | 'plan' }
  | { kind: 'retry'; error: ModelErrorKind; until: number }
  | { kind: 'tool'; call: ToolCallView; since: number }
  | { kind: 'tools'; count: number; since: number }
  | { kind: 'preparing'; name: string; since: number }
  | { kind: 'thinking' | 'writing' | 'waiting'; since: number };

/** Every step of the turn, the sub-agents' too. */
export function allSteps(view: TurnView): StepView[] {
  return [...view.steps, ...view.agents.flatMap((run) => run.steps)];
}

export function callsWaiting(view: TurnView): ToolCallView[] {
  return allSteps(view).flatMap((step) => step.calls.filter((call) => call.status === 'waiting'));
}

/** The most pressing thing first: what needs a person, then a wait, then work, then the model. */
export function describeNow(view: TurnView, stopping: boolean): Now {
  if (stopping) return { kind: 'stopping' };
  const waiting = callsWaiting(view);
  if (waiting.length > 0) return describeWaiting(waiting);
  const running = deepestRunning(view);
  const first = running[0];
  // A call that runs a sub-agent only waits for it; what that one does, or waits for, says more.
  const onlyParents = running.every((call) => view.agents.some((run) => run.callId === call.callId));
  if (view.retry && onlyParents)
    return {
      kind: 'retry',
      error: view.retry.kind,
      until: Date.parse(view.retry.startedAt) + view.retry.delayMs,
    };
  if (first) {
    const since = Math.min(...running.map((call) => Date.parse(call.startedAt ?? view.startedAt)));
    return running.length === 1
      ? { kind: 'tool', call: first, since }
      : { kind: 'tools', count: running.length, since };
  }
  const step = view.steps.at(-1);
  const since = Date.parse(step?.startedAt ?? view.startedAt);
  const preparing = step?.calls.findLast((call) => call.status === 'preparing');
  if (preparing) return { kind: 'preparing', name: preparing.name, since };
  if (step && step.finishReason === null && step.text !== '') return { kind: 'writing', since };
  if (step && step.finishReason === null && step.reasoning !== '') return { kind: 'thinking', since };
  return { kind: 'waiting', since };
}

/** What a person is waited for with. */
export function describeWaiting(calls: readonly ToolCallView[]): Extract<Now, { kind: WaitingKind }> {
  if (calls.every(({ name }) => name === 'ask_user')) return { kind: 'question' };
  if (calls.every(({ name }) => name === 'plan_ready')) return { kind: 'plan' };
  return { kind: 'approval', count: calls.length };
}

type WaitingKind = 'approval' | 'question' | 'plan';

/** Running calls, without those that only wait for a sub-agent whose own calls run. */
function deepestRunning(view: TurnView): ToolCallView[] {
  const running = allSteps(view).flatMap((step) => step.calls.filter((call) => call.status === 'running'));
  const busyParents = new Set(
    view.agents
      .filter((run) => run.steps.some((step) => step.calls.some((call) => call.status === 'running')))
      .map((run) => run.callId),
  );
  return running.filter((call) => !busyParents.has(call.callId));
}
