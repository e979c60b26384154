// The rows of a turn under each other, each opening into its details. Up and down go from row to row.
import type { StepUsage, ToolCallView, TurnView } from '@slipstream/protocol';
import clsx from 'clsx';
import { Bot, CircleX, RotateCw, Sparkles, Wrench } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';
import { callWords } from '../trace/call-words.ts';
import { toShortUsage } from '../usage/usage-words.ts';
import { RowDetails } from './row-details.tsx';
import { TimeBar } from './time-bar.tsx';
import { callIdOf, stepOf, type TimelineRow } from './to-timeline.ts';

type ListProps = { rows: readonly TimelineRow[]; totalMs: number; view: TurnView; sessionId: string };

export function TimelineList({ rows, ...rest }: ListProps) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ol className="flex flex-col gap-0.5" onKeyDown={moveFocus}>
      {rows.map((row) => (
        <li key={row.id} data-row={row.kind} data-failed={row.failed || undefined}>
          <Row
            row={row}
            open={open === row.id}
            onToggle={() => setOpen(open === row.id ? null : row.id)}
            {...rest}
          />
        </li>
      ))}
    </ol>
  );
}

function moveFocus(event: KeyboardEvent<HTMLOListElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-button]')];
  const index = buttons.indexOf(document.activeElement as HTMLElement);
  if (step === 0 || index < 0) return;
  event.preventDefault();
  buttons[index + step]?.focus();
}

type RowProps = Omit<ListProps, 'rows'> & { row: TimelineRow; open: boolean; onToggle: () => void };

const icons = { step: Sparkles, tool: Wrench, agent: Bot } as const;

function Row({ row, open, onToggle, ...rest }: RowProps) {
  const { t, i18n } = useTranslation();
  const call = row.kind === 'tool' ? callOf(rest.view, row) : null;
  const Icon = row.failed && row.entry.status !== 'ok' ? CircleX : icons[row.kind];
  const usage = row.kind === 'step' ? (row.entry.usage as StepUsage | undefined) : undefined;
  const spent = usage && { usage, estimated: usage.estimated, costUsd: usage.costUsd };
  return (
    <>
      <button
        type="button"
        data-row-button
        aria-expanded={open}
        onClick={onToggle}
        className={clsx(
          'flex w-full min-w-0 flex-col gap-1 rounded-sm px-2 py-1.5 text-left text-sm hover:bg-ink/6',
          open && 'bg-ink/6',
        )}
      >
        <span
          className="flex w-full min-w-0 items-center gap-2"
          style={{ paddingInlineStart: `${Math.min(row.depth, 6) * 0.75}rem` }}
        >
          <Icon
            aria-hidden
            className={clsx('size-4 shrink-0', Icon === CircleX ? 'text-bad' : 'text-muted')}
          />
          <span className="min-w-0 flex-1 truncate">
            {row.kind === 'step'
              ? t('inspector.step', { n: stepOf(row), model: row.entry.name })
              : call
                ? callWords(t, call, 'did')
                : row.entry.name}
          </span>
          {row.retries > 0 && (
            <span className="flex shrink-0 items-center gap-0.5 text-wait text-xs">
              <RotateCw aria-hidden className="size-3.5" />
              {t('inspector.retries', { count: row.retries })}
            </span>
          )}
          {row.entry.status !== 'ok' && row.entry.status !== 'running' && (
            <span className="shrink-0 text-bad text-xs">{t(`callStatus.${row.entry.status}`)}</span>
          )}
          <span className="shrink-0 text-muted text-xs tabular-nums">
            {formatDuration(t, row.to - row.from)}
          </span>
        </span>
        <TimeBar row={row} totalMs={rest.totalMs} />
        {spent && (
          <span className="text-muted text-xs tabular-nums">
            {toShortUsage({ t, language: i18n.language }, spent)}
          </span>
        )}
      </button>
      {open && <RowDetails row={row} call={call} {...rest} />}
    </>
  );
}

function callOf(view: TurnView, row: TimelineRow): ToolCallView | null {
  const steps =
    row.agentId === null ? view.steps : (view.agents.find(({ id }) => id === row.agentId)?.steps ?? []);
  const calls = steps.flatMap((step) => step.calls);
  return calls.find(({ callId }) => callId === callIdOf(row)) ?? null;
}
