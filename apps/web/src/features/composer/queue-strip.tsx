import type { QueuedMessage } from '@slipstream/protocol';
import { CornerDownRight, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button.tsx';

type QueueStripProps = { queue: readonly QueuedMessage[]; onRemove: (messageId: string) => void };

/** The messages that wait for the running turn, in order. */
export const QueueStrip = memo(({ queue, onRemove }: QueueStripProps) => {
  const { t } = useTranslation();
  if (queue.length === 0) return null;
  return (
    <section
      aria-label={t('queue.label')}
      className="mx-3 rounded-t-md border border-line border-b-0 bg-mist"
    >
      <ol className="max-h-36 overflow-y-auto py-1">
        {queue.map((each) => (
          <li key={each.messageId} className="flex min-w-0 items-center gap-2 pr-1 pl-3 text-sm">
            <CornerDownRight aria-hidden className="size-4 shrink-0 text-faint" />
            <span className="shrink-0 text-muted">{t('queue.next')}</span>
            <span className="min-w-0 flex-1 truncate">{each.text}</span>
            <IconButton
              className="size-7"
              label={t('queue.remove', { text: each.text.slice(0, 60) })}
              onClick={() => onRemove(each.messageId)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ol>
    </section>
  );
});
