// How a turn is laid out: which steps are behind the fold, which one is in sight, and what the answer is. While the
// turn runs, the newest step that has anything to show is in sight; once it is over everything but the answer is
// behind the fold. The answer never is.
import type { Message, StepView, TraceSummary, TurnView, Usage } from '@slipstream/protocol';
import { type ToolCounts, toToolCounts } from './work-words.ts';

export type TurnParts = {
  /** Behind the fold, in order; `withAnswer` marks a last step whose text is shown as the answer. */
  folded: readonly StepView[];
  /** In sight while the turn runs: its calls and reasoning stand around the answer text. */
  current: StepView | null;
  answer: string;
  /** Keeps its value while the same text grows and when its turn ends. */
  answerKey: string;
  summary: Summary | null;
};

export type Summary = TraceSummary & {
  byTool: ToolCounts;
  failed: number;
  thought: boolean;
  /** It was cut off, and nobody knows how long it went on after it was last heard of. */
  atLeast: boolean;
  /** Null where nobody counted. */
  usage: Usage | null;
  estimated: boolean;
  /** In US dollars; undefined where nobody knows the price. */
  costUsd: number | undefined;
};

function hasContent(step: StepView): boolean {
  return step.text !== '' || step.calls.length > 0 || step.reasoning !== '' || step.retries.length > 0;
}

/** `message` is the turn's stored answer, null while it runs; `view` is null for a past turn that is not loaded. */
export function toTurnParts(message: Message | null, view: TurnView | null): TurnParts {
  if (message === null && view !== null) return toLiveParts(view);
  const last = view?.steps.at(-1);
  return {
    folded: view?.steps ?? [],
    current: null,
    answer: message?.text ?? '',
    answerKey: last ? `step-${last.step}` : 'answer',
    summary: toSummary(message, view),
  };
}

function toLiveParts(view: TurnView): TurnParts {
  const lastShown = view.steps.findLastIndex(hasContent);
  const index = lastShown < 0 ? view.steps.length - 1 : lastShown;
  const current = view.steps[index] ?? null;
  return {
    folded: view.steps.slice(0, Math.max(index, 0)),
    current,
    answer: current?.text ?? '',
    answerKey: current ? `step-${current.step}` : 'answer',
    summary: summaryOf(view, null),
  };
}

/** Null where there was no work worth a line: one model call without tools, thoughts or trouble. */
function toSummary(message: Message | null, view: TurnView | null): Summary | null {
  const atLeast = message?.status === 'interrupted';
  const thought = view
    ? view.steps.some((step) => step.reasoning !== '')
    : (message?.usage?.reasoningTokens ?? 0) > 0;
  if (view) {
    const summary = { ...summaryOf(view, view.durationMs ?? message?.trace?.durationMs ?? null), atLeast };
    const trouble =
      view.notices.length > 0 ||
      view.compactions.length > 0 ||
      view.steps.some((step) => step.retries.length > 0);
    return summary.tools > 0 || summary.agents > 0 || summary.steps > 1 || thought || trouble
      ? summary
      : null;
  }
  const trace = message?.trace;
  if (!trace || (trace.tools === 0 && trace.agents === 0 && trace.steps < 2 && !thought)) return null;
  const { usage = null, usageEstimated: estimated = false } = message;
  return {
    ...trace,
    byTool: trace.byTool ?? {},
    failed: trace.failed ?? 0,
    thought,
    atLeast,
    usage,
    estimated,
    costUsd: message.costUsd,
  };
}

function summaryOf(view: TurnView, durationMs: number | null): Summary {
  const steps = [...view.steps, ...view.agents.flatMap((run) => run.steps)];
  const calls = steps.flatMap((step) => step.calls).filter((call) => call.status !== 'preparing');
  return {
    steps: steps.length,
    tools: calls.length,
    agents: view.agents.length,
    byTool: toToolCounts(view),
    durationMs: durationMs ?? 0,
    failed: calls.filter((call) => call.status === 'error' || call.status === 'unknown').length,
    thought: steps.some((step) => step.reasoning !== ''),
    atLeast: false,
    usage: view.usage,
    estimated: steps.some((step) => step.usage?.estimated),
    costUsd: view.costUsd,
  };
}
