// A row's time on the axis of its turn. Each kind has a pattern of its own beside its colour.
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';
import type { Spent, Timeline, TimelineRow } from './to-timeline.ts';

export function TimeBar({ row, totalMs }: { row: TimelineRow; totalMs: number }) {
  const share = (ms: number) => `${(100 * ms) / totalMs}%`;
  return (
    <span aria-hidden className="relative block h-2 w-full overflow-hidden rounded-full bg-ink/8">
      {row.kind === 'agent' && (
        <span
          className="absolute inset-y-0 min-w-0.5 rounded-full border border-faint"
          style={{ left: share(row.from), width: share(row.to - row.from) }}
        />
      )}
      {row.segments.map((segment) => (
        <span
          key={`${segment.kind} ${segment.from}`}
          className={`absolute inset-y-0 min-w-0.5 time-${segment.kind}`}
          data-spent={segment.kind}
          style={{ left: share(segment.from), width: share(segment.to - segment.from) }}
        />
      ))}
    </span>
  );
}

const kinds: readonly Spent[] = ['model', 'tool', 'approval', 'retry'];

/** What each pattern means, and how much of the turn it took. */
export function Legend({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation();
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {kinds
        .filter((kind) => timeline.spent[kind] > 0)
        .map((kind) => (
          <div key={kind} className="flex items-center gap-1.5">
            <span aria-hidden className={`inline-block h-2 w-4 rounded-full time-${kind}`} />
            <dt>{t(`inspector.spent.${kind}`)}</dt>
            <dd className="text-muted tabular-nums">{formatDuration(t, timeline.spent[kind])}</dd>
          </div>
        ))}
    </dl>
  );
}
