// Asks before something is undone, with what will happen to each file; says so, too, where nothing can be undone now.
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { FileChange } from '@slipstream/protocol';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toaster.tsx';
import { thrownWords } from '../connection/error-words.ts';
import type { TurnChanges } from './changes-context.tsx';
import { toOutlook } from './outlook.ts';

type UndoDialogProps = {
  turn: TurnChanges;
  /** One change, or null for all of the turn. */
  change: FileChange | null;
  open: boolean;
  onClose: (undone: boolean) => void;
  /** Where the focus goes: to the button that opened the dialog, or to something near it when that is gone. */
  finalFocus: RefObject<HTMLElement | null>;
};

export function UndoDialog({ turn, change, open, onClose, finalFocus }: UndoDialogProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [sent, setSent] = useState(false);
  const { sessionId, turnId, busy } = turn;
  useEffect(() => {
    // A file may have been changed since the trace was opened.
    if (open) client.loadChanges(sessionId, turnId).catch(() => undefined);
  }, [open, client, sessionId, turnId]);
  const lines = toOutlook(turn.changes, change);
  const count = lines.filter(({ happens }) => happens).length;
  const undo = () => {
    setSent(true);
    client
      .undoChanges(sessionId, turnId, ...(change ? [change.id] : []))
      .then(
        () => onClose(true),
        (thrown: unknown) => notify(thrownWords(t, thrown)),
      )
      .finally(() => setSent(false));
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <AlertDialog.Popup
          finalFocus={finalFocus}
          className="-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-40 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md overflow-y-auto rounded-md border border-line bg-raised p-5 shadow-float"
        >
          <AlertDialog.Title className="font-semibold text-base">
            {t(change ? 'undo.changeTitle' : 'undo.turnTitle')}
          </AlertDialog.Title>
          <AlertDialog.Description
            render={<div />}
            className="mt-1.5 flex flex-col gap-1.5 text-muted text-sm"
          >
            <ul className="flex flex-col gap-1.5">
              {lines.map(({ key, path, word, happens }) => (
                <li key={key} data-outlook={word} className={happens ? 'text-ink' : 'text-wait'}>
                  <span className="break-all font-mono text-code">{path}</span>
                  <span className="block">{t(`undo.outlook.${word}`)}</span>
                </li>
              ))}
            </ul>
            <p>{t(busy ? 'undo.busy' : 'undo.commands')}</p>
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button />}>
              {t(count > 0 && !busy ? 'ui.cancel' : 'ui.close')}
            </AlertDialog.Close>
            {count > 0 && !busy && (
              <Button look="primary" disabled={sent} onClick={undo}>
                {t('undo.confirm')}
              </Button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
