import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { Session } from '@slipstream/protocol';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';

type DeleteDialogProps = { open: boolean; session: Session; onClose: () => void };

/** Asks before a session goes for good; says so when it is still at work. */
export function DeleteDialog({ open, session, onClose }: DeleteDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const remove = () => {
    setBusy(true);
    client
      .deleteSession(session.id)
      .then(onClose, (thrown: unknown) => notify(thrownWords(t, thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <AlertDialog.Popup className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-40 w-[calc(100vw-2rem)] max-w-md rounded-md border border-line bg-raised p-5 shadow-float">
          <AlertDialog.Title className="break-words font-semibold text-base">
            {t('sessions.deleteTitle', { title: session.title || t('sessions.untitled') })}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-muted text-sm">
            {t(session.status === 'idle' ? 'sessions.deleteWhat' : 'sessions.deleteRunning')}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button />}>{t('ui.cancel')}</AlertDialog.Close>
            <Button look="danger" disabled={busy} onClick={remove}>
              {t('sessions.delete')}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
