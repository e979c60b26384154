// The messages that the server refused, above the composer: they are not part of the conversation, which goes on below
// the place where they would have stood. Each can be taken back into the composer or given up; nothing else removes it.
import type { PendingMessage } from '@slipstream/client';
import type { ErrorCode } from '@slipstream/protocol';
import { CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { errorWords } from '../connection/error-words.ts';

export type RefusedActions = {
  onResend: (messageId: string) => void;
  onEdit: (messageId: string) => void;
  onDiscard: (messageId: string) => void;
};

/** What is wrong is in the message itself: as it is it can never be sent. */
const ofTheMessage = new Set<ErrorCode>(['too_large', 'invalid_request', 'bad_frame']);

/** Of a message that was too large more would only cost time: two lines are in sight. */
const shownChars = 300;

type RefusedMessagesProps = { pending: readonly PendingMessage[]; actions: RefusedActions };

export const RefusedMessages = memo(({ pending, actions }: RefusedMessagesProps) => {
  const { t } = useTranslation();
  const refused = pending.filter((each) => each.state === 'failed');
  if (refused.length === 0) return null;
  return (
    <ul
      aria-label={t('conversation.refused')}
      className="mx-3 max-h-48 divide-y divide-line overflow-y-auto rounded-t-md border border-line border-b-0 bg-raised"
    >
      {refused.map(({ messageId, text, error }) => (
        <li key={messageId} data-refused className="space-y-1.5 px-3 py-2 text-sm">
          <p dir="auto" className="line-clamp-2 break-words">
            {text.slice(0, shownChars)}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <p role="alert" className="flex min-w-48 flex-1 items-center gap-2 text-bad">
              <CircleAlert aria-hidden className="size-4 shrink-0" />
              {error?.code === 'too_large'
                ? t('conversation.tooLarge')
                : t('conversation.notSent', { reason: errorWords(t, error) })}
            </p>
            <span className="ml-auto flex flex-wrap gap-2">
              {!(error && ofTheMessage.has(error.code)) && (
                <Button onClick={() => actions.onResend(messageId)}>{t('conversation.resend')}</Button>
              )}
              <Button onClick={() => actions.onEdit(messageId)}>{t('conversation.edit')}</Button>
              <Button look="quiet" onClick={() => actions.onDiscard(messageId)}>
                {t('conversation.discard')}
              </Button>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
});
