import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { Message } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { joinSentences } from '../../i18n/join-sentences.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';

type DeleteProps = {
  open: boolean;
  message: Message | null;
  /** How many messages stand below it in what is shown. */
  following: number;
  onClose: () => void;
  /** The dialog is gone, whatever was chosen. */
  onClosed: () => void;
};

/** Asks before a message goes for good, and says what goes with it. */
export function DeleteMessageDialog({ open, message, following, onClose, onClosed }: DeleteProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const remove = () => {
    if (!message) return;
    setBusy(true);
    client
      .deleteMessage(message.sessionId, message.id)
      .then(onClose, (thrown: unknown) => notify(thrownWords(t, thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <AlertDialog.Popup className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-40 w-[calc(100vw-2rem)] max-w-md rounded-md border border-line bg-raised p-5 shadow-float">
          <AlertDialog.Title className="font-semibold text-base">
            {t('conversation.deleteTitle')}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted text-sm">
            {joinSentences(
              following > 0 ? t('conversation.deleteFollowing', { count: following }) : '',
              t('conversation.deleteWhat'),
            )}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button />}>{t('ui.cancel')}</AlertDialog.Close>
            <Button look="danger" disabled={busy} onClick={remove}>
              {t('conversation.delete')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
