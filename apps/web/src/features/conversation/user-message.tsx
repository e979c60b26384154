import type { PendingMessage } from '@slipstream/client';
import type { Message } from '@slipstream/protocol';
import clsx from 'clsx';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { errorWords } from '../connection/error-words.ts';

function Bubble(props: { text: string; faded?: boolean }) {
  const { t } = useTranslation();
  return (
    <div
      className={clsx(
        'max-w-[min(38rem,88%)] whitespace-pre-wrap break-words rounded-lg border px-4 py-2.5',
        props.faded ? 'border-faint border-dashed text-muted' : 'border-transparent bg-accent-soft',
      )}
    >
      <span className="sr-only">{t('conversation.you')}: </span>
      {props.text}
    </div>
  );
}

export const UserMessage = memo(({ message }: { message: Message }) => (
  <article id={`m-${message.id}`} className="flex justify-end" data-role="user">
    <Bubble text={message.text} />
  </article>
));

type PendingProps = { pending: PendingMessage; onResend: () => void; onEdit: () => void };

/** A message that the server has not confirmed yet, or has refused. */
export function PendingBubble({ pending, onResend, onEdit }: PendingProps) {
  const { t } = useTranslation();
  const failed = pending.state === 'failed';
  return (
    <article className="flex flex-col items-end gap-1.5" data-role="user" data-pending={pending.state}>
      <Bubble text={pending.text} faded={!failed} />
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-bad text-sm">
          <span>{t('conversation.notSent', { reason: errorWords(t, pending.error) })}</span>
          <Button onClick={onResend}>{t('conversation.resend')}</Button>
          <Button onClick={onEdit}>{t('conversation.edit')}</Button>
        </div>
      ) : (
        <span className="text-muted text-xs">{t('conversation.sending')}</span>
      )}
    </article>
  );
}
