// The sub-agents' runs within the view of a turn: how one begins, changes and ends.
import type { AgentRef, EventOf } from './events.ts';
import type { AgentRunView, TurnView } from './turn-view.ts';
import { noUsage } from './usage.ts';

/** Changes the run of one sub-agent, adding it if it is new. The same run back leaves the view as it is. */
export function withRun(
  view: TurnView,
  agent: AgentRef,
  change: (run: AgentRunView) => AgentRunView,
): TurnView {
  const index = view.agents.findIndex((run) => run.id === agent.id);
  const run = view.agents[index];
  if (run) {
    const next = change(run);
    return next === run ? view : { ...view, agents: view.agents.with(index, next) };
  }
  const blank = newRun({ agent, description: '', model: '', startedAt: view.startedAt });
  const next = change(blank);
  return next === blank ? view : { ...view, agents: [...view.agents, next] };
}

export function newRun(
  event: Pick<EventOf<'agent.started'>, 'agent' | 'parent' | 'description' | 'model' | 'startedAt'>,
): AgentRunView {
  const { id, name, callId } = event.agent;
  const { parent = null, description, model, startedAt } = event;
  return {
    ...{ id, name, callId, parent, description, model, startedAt },
    status: 'running',
    steps: [],
    usage: noUsage,
    error: null,
    durationMs: null,
  };
}

export function finishedRun(run: AgentRunView, event: EventOf<'agent.finished'>): AgentRunView {
  const { status, usage, costUsd, error = null, durationMs } = event;
  return { ...run, status, usage, error, durationMs, ...(costUsd === undefined ? {} : { costUsd }) };
}
