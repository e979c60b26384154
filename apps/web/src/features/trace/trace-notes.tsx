import type { TurnView } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';
import { CompactionNote } from '../context/compaction-note.tsx';
import { toUsageWords } from '../usage/usage-words.ts';
import { noticeWords } from './notice-words.ts';

/** What is to be said about a turn as a whole, below its steps: notices, folded context, tokens and cost. */
export function TraceNotes({ view }: { view: TurnView }) {
  const { t, i18n } = useTranslation();
  const steps = [...view.steps, ...view.agents.flatMap((run) => run.steps)];
  const tokens = toUsageWords(
    { t, language: i18n.language },
    {
      usage: view.usage,
      estimated: steps.some((step) => step.usage?.estimated),
      costUsd: view.costUsd,
    },
  );
  return (
    <div className="flex flex-col gap-1 pl-5.5 text-sm">
      {view.steps.length === 0 && view.status !== 'running' && (
        <p className="text-muted">{t('trace.removed')}</p>
      )}
      {view.joined.map((each) => (
        <p key={each.messageId} className="break-words text-muted">
          {t('trace.joined', { step: each.step, text: each.text.slice(0, 200) })}
        </p>
      ))}
      {view.notices.map((notice) => (
        <p
          key={`${notice.code} ${notice.text}`}
          className={notice.level === 'warning' ? 'text-wait' : 'text-muted'}
        >
          {noticeWords(t, notice.text)}
        </p>
      ))}
      {view.compactions.map((each) => (
        <CompactionNote key={`${each.how} ${each.beforeTokens} ${each.afterTokens}`} compaction={each} />
      ))}
      {tokens.length > 0 && <p className="pt-1 text-muted text-xs tabular-nums">{tokens.join(' · ')}</p>}
    </div>
  );
}
