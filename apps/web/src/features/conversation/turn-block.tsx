// One turn: the work behind the fold, the step in sight while it runs, the answer, and how it ended.
import type { Message, ToolCallView, TurnView } from '@slipstream/protocol';
import { type ComponentProps, type ComponentType, lazy, memo, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, ApprovalCard } from '../approvals/approval-card.tsx';
import type { StopWords } from '../chat/use-stop-reports.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { askUserName } from '../questions/to-question.ts';
import { callsWaiting } from '../trace/describe-now.ts';
import { TurnScope } from '../trace/disclosures.tsx';
import { LiveLine } from '../trace/live-line.tsx';
import { CallList, StepOpening } from '../trace/step-list.tsx';
import { TraceFold } from '../trace/trace-fold.tsx';
import { toTurnParts } from '../trace/turn-parts.ts';
import { TurnFoot } from './turn-foot.tsx';
import { useIsLinked } from './use-is-linked.ts';
import type { VersionActions } from './user-message.tsx';

type TurnBlockProps = {
  sessionId: string;
  turnId: string;
  /** Null while the turn runs. */
  message: Message | null;
  view: TurnView | null;
  stopping: boolean;
  stopped: StopWords | null;
  /** Other messages wait to be answered. */
  queued: boolean;
  onSend: ((text: string) => void) | null;
  /** Null while the session is at work. */
  versions: VersionActions | null;
  onAnswer: Answer;
  onFocusLost: () => void;
};

export const TurnBlock = memo((props: TurnBlockProps) => {
  const { sessionId, turnId, message, view } = props;
  const { t } = useTranslation();
  const live = message === null;
  const linked = useIsLinked(message?.id ?? null);
  const parts = useMemo(() => toTurnParts(message, view), [message, view]);
  const scope = useMemo(() => ({ sessionId, turnId, live }), [sessionId, turnId, live]);
  const { current } = parts;
  return (
    <TurnScope value={scope}>
      <article
        id={message ? `m-${message.id}` : undefined}
        className="group/turn flex min-w-0 flex-col gap-2.5"
        data-linked={linked || undefined}
        data-role="assistant"
        data-status={message?.status ?? 'running'}
        aria-busy={live}
      >
        <span className="sr-only">{t('ui.before', { what: t('conversation.agent') })}</span>
        <TraceFold sessionId={sessionId} turnId={turnId} parts={parts} view={view} live={live} />
        {current && (
          <StepOpening
            step={current}
            scope={turnId}
            live={parts.answer === ''}
            waitingFor={view?.retry ?? null}
          />
        )}
        {parts.answer !== '' && (
          <Markdown
            key={parts.answerKey}
            text={parts.answer}
            live={live && current?.finishReason === null}
            cutOff={message !== null && message.status !== 'completed'}
          />
        )}
        {current && view && (
          <div className="flex min-w-0 flex-col gap-1 empty:hidden">
            <CallList calls={current.calls.filter((call) => call.status !== 'waiting')} view={view} />
          </div>
        )}
        {live && view && <Waiting view={view} onAnswer={props.onAnswer} onFocusLost={props.onFocusLost} />}
        {live && view && <LiveLine view={view} stopping={props.stopping} />}
        {message && <TurnFoot {...props} message={message} view={view} summary={parts.summary} />}
      </article>
    </TurnScope>
  );
});

/**
 * Calls that ask for something else than permission have cards of their own, loaded with the first; where one cannot be
 * had the plain card asks, too.
 */
const cards: Readonly<Record<string, ComponentType<ComponentProps<typeof ApprovalCard>>>> = {
  [askUserName]: lazy(() =>
    import('../questions/question-card.tsx').then(
      (module) => ({ default: module.QuestionCard }),
      () => ({ default: ApprovalCard }),
    ),
  ),
  plan_ready: lazy(() =>
    import('../plan/plan-card.tsx').then(
      (module) => ({ default: module.PlanCard }),
      () => ({ default: ApprovalCard }),
    ),
  ),
};

/** The cards of all calls that wait for a person, at whatever depth of sub-agents. */
function Waiting({ view, ...act }: { view: TurnView } & Pick<TurnBlockProps, 'onAnswer' | 'onFocusLost'>) {
  return callsWaiting(view).map((call) => {
    if (!call.approval) return null;
    const Card = cards[call.name] ?? ApprovalCard;
    return (
      <Suspense key={call.approval.approvalId} fallback={null}>
        <Card call={call} approval={call.approval} agent={agentOf(view, call)} {...act} />
      </Suspense>
    );
  });
}

/** The name of the sub-agent whose call this is. */
function agentOf(view: TurnView, call: ToolCallView): string | null {
  const run = view.agents.find(({ steps }) => steps.some(({ calls }) => calls.includes(call)));
  return run?.name ?? null;
}
