import type { PendingMessage } from '@slipstream/client';
import type { Message } from '@slipstream/protocol';
import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../app/client-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { MessageFiles } from '../attachments/message-files.tsx';
import { beginEdit, endEdit, useIsEdited } from './edited-message.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessageMenu } from './message-menu.tsx';
import { useIsLinked } from './use-is-linked.ts';
import { VersionSwitch } from './version-switch.tsx';

/** What can be done with the versions of a message. */
export type VersionActions = {
  onEditMessage: (message: Message, text: string) => void;
  onShowVersion: (messageId: string) => void;
  /** With another model than the session's, where one is given. */
  onRegenerate: (messageId: string, model?: string) => void;
  onDeleteMessage: (message: Message) => void;
};

function Bubble(props: { text: string; faded?: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      className={clsx(
        'max-w-[min(38rem,88%)] whitespace-pre-wrap break-words rounded-lg border px-4 py-2.5',
        props.faded ? 'border-faint border-dashed text-muted' : 'border-transparent bg-accent-soft',
      )}
    >
      <span className="sr-only">{t('ui.before', { what: t('conversation.you') })}</span>
      <div dir="auto">{props.text}</div>
    </div>
  );
}

type UserMessageProps = {
  message: Message;
  /** Null while the session is at work: its past stands still then. */
  versions: VersionActions | null;
};

export const UserMessage = memo(({ message, versions }: UserMessageProps) => {
  const { t } = useTranslation();
  const editing = useIsEdited(message.id);
  const linked = useIsLinked(message.id);
  const pencil = useRef<HTMLButtonElement>(null);
  const was = useRef(editing);
  useEffect(() => {
    // The button was away while the text was changed, and the focus with it.
    if (was.current && !editing && document.activeElement === document.body) pencil.current?.focus();
    was.current = editing;
  }, [editing]);
  return (
    <article
      id={`m-${message.id}`}
      className="group/user flex flex-col items-end gap-1"
      data-linked={linked || undefined}
      data-role="user"
    >
      {editing && versions ? (
        <MessageEditor
          text={message.text}
          onCancel={endEdit}
          onSend={(text) => {
            endEdit();
            versions.onEditMessage(message, text);
          }}
        />
      ) : (
        <>
          {message.files && message.files.length > 0 && <MessageFiles files={message.files} />}
          <Bubble text={message.text} />
          <div className="-mb-3 flex min-h-8 items-center text-muted text-xs transition-opacity duration-120 hover-hover:opacity-0 has-data-popup-open:opacity-100 group-focus-within/user:opacity-100 group-hover/user:opacity-100">
            <VersionSwitch message={message} onShow={versions?.onShowVersion ?? null} />
            <CopyButton text={message.text} />
            {versions && (
              <IconButton
                ref={pencil}
                label={t('conversation.editMessage')}
                onClick={() => beginEdit(message.id)}
              >
                <Pencil aria-hidden />
              </IconButton>
            )}
            <MessageMenu message={message} versions={versions} />
          </div>
        </>
      )}
    </article>
  );
});

/** A message that the server has not confirmed yet. */
export function PendingBubble({ pending }: { pending: PendingMessage }) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <article className="flex flex-col items-end gap-1.5" data-role="user" data-pending={pending.state}>
      <Bubble text={pending.text} faded />
      <span className="text-muted text-xs">
        {t(online ? 'conversation.sending' : 'conversation.sentLater')}
      </span>
    </article>
  );
}
