import type { QueuedMessage } from '@slipstream/protocol';
import { CornerDownRight, Pause, Pencil, Play, X } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForOwner } from '../../app/for-owner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { beginEdit, endEdit, useEditedMessage } from '../conversation/edited-message.ts';
import { MessageEditor } from '../conversation/message-editor.tsx';

export type QueueActions = {
  onUnqueue: (messageId: string) => void;
  onEditQueued: (messageId: string, text: string) => void;
  /** The text whole, of a message whose beginning is all that is here; null where it cannot be had. */
  onReadQueued: (messageId: string) => Promise<string | null>;
  onResumeQueue: () => void;
};

/** So many have room without scrolling. */
const inSight = 5;

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
          <ForOwner>
            <Button onClick={actions.onResumeQueue}>
              <Play aria-hidden />
              {t('queue.resume')}
            </Button>
          </ForOwner>
        </div>
      )}
      {!paused && queue.length > inSight && (
        <p className="px-3 pt-1.5 text-muted text-xs">{t('queue.waiting', { count: queue.length })}</p>
      )}
      <ol className="max-h-48 overflow-y-auto py-1">
        {queue.map((each, index) => (
          <li key={each.messageId} className="flex min-w-0 items-center gap-2 pr-1 pl-3 text-sm">
            <CornerDownRight aria-hidden className="size-4 shrink-0 text-faint" />
            {edited === each.messageId ? (
              <QueuedEditor
                message={each}
                onRead={actions.onReadQueued}
                onCancel={endEdit}
                onSend={(text) => {
                  endEdit();
                  actions.onEditQueued(each.messageId, text);
                }}
              />
            ) : (
              <>
                <span className="shrink-0 text-muted">{t(`queue.${orderOf(queue, index)}`)}</span>
                <span className="min-w-0 flex-1 truncate">{each.text}</span>
                <ForOwner>
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
                </ForOwner>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
});

/** What joins the running answer is before all; of the others the first is next. */
function orderOf(queue: readonly QueuedMessage[], index: number): 'joins' | 'next' | 'then' {
  if (queue[index]?.steer) return 'joins';
  return queue.slice(0, index).every(({ steer }) => steer) ? 'next' : 'then';
}

type QueuedEditorProps = {
  message: QueuedMessage;
  onRead: QueueActions['onReadQueued'];
  onCancel: () => void;
  onSend: (text: string) => void;
};

/** Of a long message only the beginning is here: the whole is read first, so that nothing of it is lost. */
function QueuedEditor({ message, onRead, ...act }: QueuedEditorProps) {
  const { messageId, bytes } = message;
  const [text, setText] = useState(bytes === undefined ? message.text : null);
  const { onCancel } = act;
  const missing = text === null;
  useEffect(() => {
    if (!missing) return;
    let current = true;
    onRead(messageId).then((whole) => {
      if (!current) return;
      if (whole === null) onCancel();
      else setText(whole);
    });
    return () => {
      current = false;
    };
  }, [missing, messageId, onRead, onCancel]);
  if (text === null) return <span className="min-w-0 flex-1 truncate text-muted">{message.text}</span>;
  return <MessageEditor text={text} {...act} />;
}
