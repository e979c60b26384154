import { Undo2 } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForOwner } from '../../app/for-owner.tsx';
import { Button } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { useTurnChanges } from './changes-context.tsx';

const UndoDialog = lazy(() => import('./undo-dialog.tsx').then((module) => ({ default: module.UndoDialog })));

/** Below a turn's steps: how many files it changed, and the button that undoes all of them. */
export function UndoTurn() {
  const { t } = useTranslation();
  const turn = useTurnChanges();
  const place = useRef<HTMLDivElement>(null);
  const focus = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  if (!turn) return null;
  const files = new Set(turn.changes.map(({ path }) => path)).size;
  const left = turn.changes.filter(({ state }) => state !== 'undone').length;
  const canUndo = turn.changes.some(({ withTurn }) => withTurn);
  const close = (undone: boolean) => {
    const near = undone ? place.current?.closest('[data-trace]') : place.current;
    focus.current = near?.querySelector('button') ?? null;
    setOpen(false);
  };
  return (
    <div
      ref={place}
      className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pl-5.5 text-muted text-sm"
      data-turn-changes={left === 0 ? 'undone' : canUndo ? 'undoable' : 'left'}
    >
      <span>{t('undo.files', { count: files })}</span>
      {left === 0 ? (
        <span>{t('undo.allUndone')}</span>
      ) : (
        <ForOwner>
          <Button look="quiet" className="-ml-2 min-h-7 px-2" onClick={() => setOpen(true)}>
            <Undo2 aria-hidden />
            {t('undo.all')}
          </Button>
        </ForOwner>
      )}
      <OnDemand open={open}>
        <UndoDialog turn={turn} change={null} open={open} onClose={close} finalFocus={focus} />
      </OnDemand>
    </div>
  );
}
