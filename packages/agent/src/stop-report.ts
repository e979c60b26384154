// What a stop finds at work, for the words that the page shows.
import type { StopReport, TurnView } from '@slipstream/protocol';

export function toStopReport(view: TurnView | null, approvals: number): StopReport {
  const runs = view ? [view.steps, ...view.agents.map((run) => run.steps)] : [];
  const steps = runs.flatMap((run) => run.slice(-1));
  const requests = view?.retry ? 0 : steps.filter((step) => step.finishReason === null).length;
  const tools = steps.flatMap((step) => step.calls).filter((call) => call.status === 'running').length;
  return { requests, tools, approvals };
}
