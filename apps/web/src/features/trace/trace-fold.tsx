// The one line above an answer that opens into the work behind it. While the turn runs it holds the steps before the
// one in sight; afterwards all of them. A past turn's steps are fetched when it is opened.
import type { TurnView } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import { ChartNoAxesGantt } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useInspect } from '../side-panel/side-panel-context.tsx';
import { ChangesProvider } from '../undo/changes-context.tsx';
import { UndoTurn } from '../undo/undo-turn.tsx';
import { toShortUsage } from '../usage/usage-words.ts';
import { foldKey, useDisclosure } from './disclosures.tsx';
import { PastTrace } from './past-trace.tsx';
import { StepList } from './step-list.tsx';
import { TraceNotes } from './trace-notes.tsx';
import type { Summary, TurnParts } from './turn-parts.ts';
import { workWords } from './work-words.ts';

type TraceFoldProps = {
  sessionId: string;
  turnId: string;
  parts: TurnParts;
  view: TurnView | null;
  live: boolean;
};

export function TraceFold({ sessionId, turnId, parts, view, live }: TraceFoldProps) {
  const { t, i18n } = useTranslation();
  const [open, toggle] = useDisclosure(foldKey(turnId));
  const inspect = useInspect();
  const { summary, folded } = parts;
  if (!summary || (live && folded.length === 0)) return null;
  return (
    <div className="min-w-0" data-trace={open ? 'open' : 'folded'}>
      <Fold
        open={open}
        onToggle={toggle}
        headClass="text-muted hover:text-ink"
        aside={
          inspect && (
            <IconButton label={t('inspector.open')} onClick={() => inspect(turnId)}>
              <ChartNoAxesGantt aria-hidden />
            </IconButton>
          )
        }
        head={<span className="min-w-0 truncate">{toLine(t, i18n.language, summary, live)}</span>}
      >
        {() => (
          <div className="mt-1 mb-2 ml-1.5 min-w-0 border-line border-l pl-3">
            {view ? (
              <ChangesProvider sessionId={sessionId} view={view} live={live}>
                <StepList
                  steps={folded}
                  view={view}
                  answerStep={live ? null : (folded.at(-1)?.step ?? null)}
                />
                <UndoTurn />
                {!live && <TraceNotes view={view} />}
              </ChangesProvider>
            ) : (
              <PastTrace sessionId={sessionId} turnId={turnId} />
            )}
          </div>
        )}
      </Fold>
    </div>
  );
}

function toLine(t: TFunction, language: string, summary: Summary, live: boolean): string {
  const known = formatDuration(t, summary.durationMs);
  const time = summary.atLeast ? t('trace.atLeast', { time: known }) : known;
  const thoughtOnly = summary.tools === 0 && summary.agents === 0 && summary.thought;
  const head = live
    ? t('trace.soFar')
    : thoughtOnly
      ? t('trace.thought', { time })
      : t('trace.worked', { time });
  const parts = [head];
  const { words, told } = workWords(t, language, summary.byTool);
  if (words !== '') parts.push(words);
  if (summary.tools > told) parts.push(t('trace.tools', { count: summary.tools }));
  if (summary.agents > 0) parts.push(t('trace.agents', { count: summary.agents }));
  if (summary.failed > 0) parts.push(t('trace.failed', { count: summary.failed }));
  const { usage, estimated, costUsd } = summary;
  const spent = usage ? toShortUsage({ t, language }, { usage, estimated, costUsd }) : '';
  if (spent !== '') parts.push(spent);
  return parts.join(' · ');
}
