import type { QueuedMessage } from '@slipstream/protocol';
import { CornerDownRight, Pause, Pencil, Play, X } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../ui/button.tsx';
import { beginEdit, endEdit, useEditedMessage } from '../conversation/edited-message.ts';
import { MessageEditor } from '../conversation/message-editor.tsx';

export type QueueActions = {
  onUnqueue: (messageId: string) => void;
  onEditQueued: (messageId: string, text: string) => void;
  onResumeQueue: () => void;
};

type QueueStripProps = {
  queue: readonly QueuedMessage[];
  /** They wait for the person, since what came before was stopped. */
  paused: boolean;
  actions: QueueActions;
};

/** The messages that wait for the running turn, in order; each can be changed and taken back. */
export const QueueStrip = memo(({ queue, paused, actions }: QueueStripProps) => {
  const { t } = useTranslation();
  const edited = useEditedMessage();
  if (queue.length === 0) return null;
  return (
    <section
      aria-label={t('queue.label')}
      className="mx-3 rounded-t-md border border-line border-b-0 bg-mist"
    >
      {paused && (
        <div role="status" className="flex items-center gap-2 px-3 pt-1.5 text-sm text-wait">
          <Pause aria-hidden className="size-4 shrink-0" />
          <span className="min-w-0 flex-1">{t('queue.paused', { count: queue.length })}</span>
          <Button onClick={actions.onResumeQueue}>
            <Play aria-hidden />
            {t('queue.resume')}
          </Button>
        </div>
      )}
      <ol className="max-h-48 overflow-y-auto py-1">
        {queue.map((each) => (
          <li key={each.messageId} className="flex min-w-0 items-center gap-2 pr-1 pl-3 text-sm">
            <CornerDownRight aria-hidden className="size-4 shrink-0 text-faint" />
            {edited === each.messageId ? (
              <MessageEditor
                text={each.text}
                onCancel={endEdit}
                onSend={(text) => {
                  endEdit();
                  actions.onEditQueued(each.messageId, text);
                }}
              />
            ) : (
              <>
                <span className="shrink-0 text-muted">{t(each.steer ? 'queue.joins' : 'queue.next')}</span>
                <span className="min-w-0 flex-1 truncate">{each.text}</span>
                <IconButton
                  className="size-7"
                  label={t('queue.edit', { text: each.text.slice(0, 60) })}
                  onClick={() => beginEdit(each.messageId)}
                >
                  <Pencil aria-hidden />
                </IconButton>
                <IconButton
                  className="size-7"
                  label={t('queue.remove', { text: each.text.slice(0, 60) })}
                  onClick={() => actions.onUnqueue(each.messageId)}
                >
                  <X aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
});
