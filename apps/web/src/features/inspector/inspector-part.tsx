// The work of one turn on a time axis: where its time, tokens and money went, what failed, and what was in each call.
import type { SessionState } from '@slipstream/client';
import { foldEvents, type Trajectory, toEvents } from '@slipstream/protocol';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../app/use-now.ts';
import { formatDuration } from '../../i18n/format.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useSidePanel } from '../side-panel/side-panel-context.tsx';
import { toUsageWords } from '../usage/usage-words.ts';
import { Legend } from './time-bar.tsx';
import { TimelineList } from './timeline-list.tsx';
import { filterRows, type RowFilter, toTimeline } from './to-timeline.ts';
import { useTrajectory } from './use-trajectory.ts';

const titleChars = 90;

export function InspectorPart({ state }: { state: SessionState }) {
  const { t } = useTranslation();
  const { turnId: wanted, inspect } = useSidePanel();
  const turns = useMemo(
    () => turnsOf(state.messages, state.turn?.turnId),
    [state.messages, state.turn?.turnId],
  );
  const found = turns.findIndex(({ turnId }) => turnId === wanted);
  const index = found < 0 ? turns.length - 1 : found;
  const turn = turns[index];
  if (!turn) return <p className="text-muted text-sm">{t('inspector.none')}</p>;
  const go = (step: number) => {
    const next = turns[index + step];
    if (next) inspect(next.turnId);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-1">
        <h2 className="min-w-0 flex-1 truncate font-medium text-sm" title={turn.title}>
          {turn.title}
        </h2>
        <IconButton label={t('inspector.before')} disabled={index === 0} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <span className="text-muted text-xs tabular-nums">
          {t('inspector.turn', { n: index + 1, all: turns.length })}
        </span>
        <IconButton label={t('inspector.after')} disabled={index === turns.length - 1} onClick={() => go(1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <InspectedTurn
        key={turn.turnId}
        sessionId={state.sessionId}
        turnId={turn.turnId}
        live={turn.turnId === state.turn?.turnId}
      />
    </div>
  );
}

/** Each turn of the branch that is loaded, by what was asked. */
function turnsOf(messages: SessionState['messages'], running: string | undefined) {
  const titles = new Map<string, string>();
  for (const { turnId, role, text } of messages)
    if (!titles.has(turnId)) titles.set(turnId, role === 'user' ? text.slice(0, titleChars) : '');
  if (running !== undefined && !titles.has(running)) titles.set(running, '');
  return [...titles].map(([turnId, title]) => ({ turnId, title }));
}

type InspectedProps = { sessionId: string; turnId: string; live: boolean };

function InspectedTurn({ sessionId, turnId, live }: InspectedProps) {
  const { t } = useTranslation();
  const { trajectory, problem } = useTrajectory(sessionId, turnId, live);
  if (problem !== null)
    return (
      <p role="alert" className="text-bad text-sm">
        {problem}
      </p>
    );
  if (!trajectory) return <p className="late text-muted text-sm">{t('trace.loading')}</p>;
  return <TurnTimeline sessionId={sessionId} trajectory={trajectory} live={live} />;
}

type TimelineProps = { sessionId: string; trajectory: Trajectory; live: boolean };

function TurnTimeline({ sessionId, trajectory, live }: TimelineProps) {
  const { t, i18n } = useTranslation();
  const [filter, setFilter] = useState<RowFilter>({ only: 'all', find: '' });
  const now = useNow(live);
  const timeline = useMemo(() => toTimeline(trajectory, now), [trajectory, now]);
  const view = useMemo(
    () => foldEvents(trajectory.turn.id, toEvents(trajectory.turn, trajectory.entries)),
    [trajectory],
  );
  const rows = filterRows(timeline.rows, filter);
  const { turn } = trajectory;
  const estimated = view.steps.some((step) => step.usage?.estimated);
  const usage = toUsageWords(
    { t, language: i18n.language },
    { usage: turn.usage, estimated, costUsd: turn.costUsd },
  );
  return (
    <>
      <p className="text-muted text-xs tabular-nums">
        {[formatDuration(t, timeline.totalMs), ...usage].join(' · ')}
      </p>
      <Legend timeline={timeline} />
      <div className="flex flex-wrap items-center gap-1.5">
        <input
          type="search"
          value={filter.find}
          onChange={(event) => setFilter({ ...filter, find: event.target.value })}
          aria-label={t('inspector.find')}
          placeholder={t('inspector.find')}
          className="min-h-8 min-w-0 flex-1 basis-full rounded-sm border border-edge bg-paper px-2.5 text-sm placeholder:text-muted coarse:min-h-10 coarse:text-base"
        />
        {(['all', 'failed', 'slow'] as const).map((only) => (
          <Button
            key={only}
            look={filter.only === only ? 'outline' : 'quiet'}
            aria-pressed={filter.only === only}
            className="min-h-7 px-2 text-xs"
            onClick={() => setFilter({ ...filter, only })}
          >
            {t(`inspector.only.${only}`)}
          </Button>
        ))}
        <span className="ml-auto">
          <CopyButton text={() => JSON.stringify(trajectory, null, 2)} label={t('inspector.copy')} />
        </span>
      </div>
      <p role="status" className="text-muted text-xs">
        {t('inspector.rows', { count: rows.length })}
      </p>
      <TimelineList rows={rows} totalMs={timeline.totalMs} view={view} sessionId={sessionId} />
    </>
  );
}
