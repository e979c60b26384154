// Where older messages were folded: a line in the conversation that says so, shows what the summary says, and takes
// the fold back.
import type { SessionCompaction } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { formatCount } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';

type FoldMarkProps = {
  sessionId: string;
  compaction: SessionCompaction;
  /** A fold is taken back between turns. */
  idle: boolean;
};

export function FoldMark({ sessionId, compaction, idle }: FoldMarkProps) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [summary, setSummary] = useState<string | null>(null);
  const failed = (thrown: unknown) => notify(thrownWords(t, thrown));
  const count = (n: number) => formatCount(i18n.language, n);
  const toggle = () => {
    setOpen(!open);
    if (open || summary !== null) return;
    client
      .compactions(sessionId)
      .then((all) => setSummary(all.find(({ id }) => id === compaction.id)?.summary ?? ''), failed);
  };
  return (
    <section
      data-fold={compaction.id}
      aria-label={t('context.foldLabel')}
      className="rounded-md border border-line border-dashed px-3 py-1.5 text-sm"
    >
      <Fold
        open={open}
        onToggle={toggle}
        head={
          <span className="min-w-0 text-muted">
            {t('context.folded', {
              count: compaction.messages,
              from: count(compaction.beforeTokens),
              to: count(compaction.afterTokens),
            })}
          </span>
        }
      >
        {() => (
          <div className="flex flex-col items-start gap-2 pb-1.5 pl-5.5">
            <p className="text-muted text-xs">{t('context.foldNote')}</p>
            {summary !== null && <p className="whitespace-pre-wrap break-words">{summary}</p>}
            <ForOwner>
              <Button
                disabled={!idle}
                onClick={() => client.undoCompaction(sessionId, compaction.id).catch(failed)}
              >
                {t('context.unfold')}
              </Button>
            </ForOwner>
          </div>
        )}
      </Fold>
    </section>
  );
}
