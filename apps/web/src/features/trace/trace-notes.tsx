import type { TurnView } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { toUsageWords } from '../usage/usage-words.ts';

/** What is to be said about a turn as a whole, below its steps: notices, folded context, tokens and cost. */
export function TraceNotes({ view }: { view: TurnView }) {
  const { t, i18n } = useTranslation();
  const count = (n: number) => formatCount(i18n.language, n);
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
          {notice.text}
        </p>
      ))}
      {view.compactions.map((each) => (
        <p key={`${each.beforeTokens} ${each.afterTokens}`} className="text-muted">
          {t('trace.compacted', { from: count(each.beforeTokens), to: count(each.afterTokens) })}
        </p>
      ))}
      {tokens.length > 0 && <p className="pt-1 text-muted text-xs tabular-nums">{tokens.join(' · ')}</p>}
    </div>
  );
}
