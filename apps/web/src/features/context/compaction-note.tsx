import type { CompactionView } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/format.ts';
import { Fold } from '../../ui/fold.tsx';

/** How room was made in the prompt during a turn; with the summary where there is one. */
export function CompactionNote({ compaction }: { compaction: CompactionView }) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  const { how = 'folded', beforeTokens, afterTokens, outputs = 0, summary } = compaction;
  const words = t(`context.made.${how}`, {
    count: how === 'shortened' ? outputs : compaction.messages,
    from: formatCount(i18n.language, beforeTokens),
    to: formatCount(i18n.language, afterTokens),
  });
  if (!summary) return <p className="text-muted">{words}</p>;
  return (
    <Fold
      open={open}
      onToggle={() => setOpen(!open)}
      head={<span className="min-w-0 text-muted">{words}</span>}
    >
      {() => <p className="whitespace-pre-wrap break-words pb-1 pl-5.5">{summary}</p>}
    </Fold>
  );
}
