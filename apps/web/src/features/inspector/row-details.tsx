// What a row opens into: for a tool its arguments and result as the trace shows them, for a model call what it said,
// what it used, what went wrong before, and what it was sent.
import type { AgentInput, StepOutput, StepUsage, ToolCallView, TurnView } from '@slipstream/protocol';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForOwner } from '../../app/for-owner.tsx';
import { formatDuration } from '../../i18n/format.ts';
import { Fold } from '../../ui/fold.tsx';
import { providersWords } from '../conversation/failure-words.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { ToolCallBody } from '../trace/tool-call-body.tsx';
import { toUsageWords } from '../usage/usage-words.ts';
import { SentPrompt } from './sent-prompt.tsx';
import { stepOf, type TimelineRow } from './to-timeline.ts';

type DetailsProps = { row: TimelineRow; call: ToolCallView | null; view: TurnView; sessionId: string };

export function RowDetails({ row, call, view, sessionId }: DetailsProps) {
  return (
    <div
      className="my-1 ml-2 min-w-0 rounded-md border border-line bg-raised px-3 py-2 text-sm"
      data-row-details
    >
      {row.kind === 'step' && <StepDetails row={row} view={view} sessionId={sessionId} />}
      {row.kind === 'agent' && <p className="break-words">{(row.entry.input as AgentInput).description}</p>}
      {call && <ToolCallBody call={call} view={view} agentId={row.agentId} />}
    </div>
  );
}

function StepDetails({ row, view, sessionId }: Omit<DetailsProps, 'call'>) {
  const { t, i18n } = useTranslation();
  const output = row.entry.output as StepOutput | null;
  const usage = row.entry.usage as StepUsage | undefined;
  const words = usage
    ? toUsageWords(
        { t, language: i18n.language },
        { usage, estimated: usage.estimated, costUsd: usage.costUsd },
      )
    : [];
  const steps =
    row.agentId === null ? view.steps : (view.agents.find(({ id }) => id === row.agentId)?.steps ?? []);
  const retries = steps.find(({ step }) => step === stepOf(row))?.retries ?? [];
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {words.length > 0 && <p className="text-muted text-xs tabular-nums">{words.join(' · ')}</p>}
      {output && <p className="text-muted text-xs">{t(`inspector.finish.${output.finishReason}`)}</p>}
      {retries.map((retry) => (
        <p key={retry.startedAt} className="break-words text-wait text-xs">
          {t('trace.retried', {
            time: formatDuration(t, retry.delayMs),
            reason: t(`failure.short.${retry.kind}`),
          })}{' '}
          <span className="text-muted">{providersWords(t, retry)}</span>
        </p>
      ))}
      {output?.reasoning && (
        <Part label={t('trace.reasoning')}>
          <Markdown text={output.reasoning} className="text-muted text-sm" />
        </Part>
      )}
      {output?.text && (
        <Part label={t('inspector.said')} openAtFirst>
          <Markdown text={output.text} className="text-sm" />
        </Part>
      )}
      <ForOwner>
        <Part label={t('inspector.prompt')}>
          <SentPrompt
            sessionId={sessionId}
            turnId={view.turnId}
            step={stepOf(row)}
            agentId={row.agentId ?? undefined}
          />
        </Part>
      </ForOwner>
    </div>
  );
}

function Part(props: { label: string; openAtFirst?: boolean; children: ReactNode }) {
  const [open, setOpen] = useState(props.openAtFirst ?? false);
  return (
    <Fold
      open={open}
      onToggle={() => setOpen(!open)}
      headClass="text-muted hover:text-ink"
      head={<span className="text-xs">{props.label}</span>}
    >
      {() => <div className="pl-5.5">{props.children}</div>}
    </Fold>
  );
}
