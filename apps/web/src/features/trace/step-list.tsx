// Steps in order: what the model thought, what it said between, the attempts that failed, the tools it called.
import type { RetryView, StepView, ToolCallView, TurnView } from '@slipstream/protocol';
import { RotateCw } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';
import { providersWords } from '../conversation/failure-words.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { StepSpent } from '../usage/step-spent.tsx';
import { Reasoning } from './reasoning.tsx';
import { ToolCall } from './tool-call.tsx';
import { useWholeStep } from './use-whole-step.tsx';

type StepListProps = {
  steps: readonly StepView[];
  view: TurnView;
  /** Whose steps these are; null for the main agent's. */
  agentId?: string | null;
  /** The step whose text stands outside, as the answer. */
  answerStep?: number | null;
};

export function StepList({ agentId = null, ...props }: StepListProps) {
  return (
    <ol className="flex min-w-0 flex-col gap-1">
      {props.steps.map((step) => (
        <li key={step.step} className="min-w-0">
          <Step
            step={step}
            view={props.view}
            agentId={agentId}
            withText={step.step !== props.answerStep}
            withSpent={props.steps.length > 1}
          />
        </li>
      ))}
    </ol>
  );
}

type StepProps = {
  step: StepView;
  view: TurnView;
  agentId: string | null;
  withText: boolean;
  /** The only step of a turn used what the turn did. */
  withSpent: boolean;
};

const Step = memo(
  ({ step: known, view, agentId, withText, withSpent }: StepProps) => {
    const { step, rest } = useWholeStep(known, agentId);
    return (
      <div className="flex min-w-0 flex-col gap-1">
        <StepOpening step={step} scope={toScope(view, agentId)} />
        {withText && step.text.trim() !== '' && (
          <Markdown text={step.text} className="py-1 pl-5.5 text-ink text-sm" />
        )}
        {rest}
        <CallList calls={step.calls} view={view} agentId={agentId} />
        {withSpent && <StepSpent step={step} />}
      </div>
    );
  },
  // A view changes with every event; a step is shown anew when it, or a sub-agent below it, did.
  (before, after) =>
    before.step === after.step &&
    before.withText === after.withText &&
    before.withSpent === after.withSpent &&
    before.view.agents === after.view.agents,
);

/** Keeps apart what is open of the turn's agents, whose calls may have the same ids. */
export function toScope(view: TurnView, agentId: string | null): string {
  return agentId === null ? view.turnId : `${view.turnId}/${agentId}`;
}

type OpeningProps = { step: StepView; scope: string; live?: boolean; waitingFor?: RetryView | null };

/** What comes before a step's text. `waitingFor`: the attempt that has not begun yet, of which the live line tells. */
export function StepOpening({ step, scope, live = false, waitingFor = null }: OpeningProps) {
  return (
    <>
      {step.retries
        .filter((retry) => retry.startedAt !== waitingFor?.startedAt || retry.attempt !== waitingFor.attempt)
        .map((retry) => (
          <RetryLine key={retry.startedAt} retry={retry} />
        ))}
      {step.reasoning !== '' && (
        <Reasoning id={`${scope}/think-${step.step}`} text={step.reasoning} live={live} />
      )}
    </>
  );
}

type CallListProps = { calls: readonly ToolCallView[]; view: TurnView; agentId?: string | null };

export function CallList({ calls, view, agentId = null }: CallListProps) {
  return calls.map((call) => <ToolCall key={call.callId} call={call} view={view} agentId={agentId} />);
}

function RetryLine({ retry }: { retry: RetryView }) {
  const { t } = useTranslation();
  const reason = t(`failure.short.${retry.kind}`);
  return (
    <p className="flex min-w-0 items-start gap-2 py-1 pl-5.5 text-sm">
      <RotateCw aria-hidden className="mt-0.5 size-4 shrink-0 text-wait" />
      <span className="min-w-0 break-words">
        {t('trace.retried', { time: formatDuration(t, retry.delayMs), reason })}
        <span className="block text-muted">{providersWords(t, retry)}</span>
      </span>
    </p>
  );
}
