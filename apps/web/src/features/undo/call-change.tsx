import type { FileChange } from '@slipstream/protocol';
import { Undo2 } from 'lucide-react';
import { lazy, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ForOwner } from '../../app/for-owner.tsx';
import { Button } from '../../ui/button.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { type TurnChanges, useTurnChanges } from './changes-context.tsx';

const UndoDialog = lazy(() => import('./undo-dialog.tsx').then((module) => ({ default: module.UndoDialog })));

type CallChange = { turn: TurnChanges; change: FileChange };

/** What a call changed; null for one that changed no file, or where that is not known. */
export function useCallChange(callId: string): CallChange | null {
  const turn = useTurnChanges();
  const change = turn?.changes.findLast((each) => each.callId === callId);
  return turn && change ? { turn, change } : null;
}

/** At the end of a call's row: the button that undoes it, or what has become of it. */
export function UndoCall({ turn, change }: CallChange) {
  const { t } = useTranslation();
  const place = useRef<HTMLSpanElement>(null);
  const focus = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const { state, path } = change;
  const close = (undone: boolean) => {
    const near = undone ? place.current?.closest('[data-call]') : place.current;
    focus.current = near?.querySelector('button') ?? null;
    setOpen(false);
  };
  return (
    <span ref={place} className="shrink-0" data-change={state}>
      {state === 'undoable' || state === 'later' ? (
        <ForOwner>
          <Button
            look="quiet"
            className="min-h-7 px-2"
            aria-label={t('undo.one', { path })}
            onClick={() => setOpen(true)}
          >
            <Undo2 aria-hidden />
            {t('ui.undo')}
          </Button>
        </ForOwner>
      ) : (
        <span className={state === 'undone' ? 'text-muted text-xs' : 'text-wait text-xs'}>
          {t(`undo.state.${state}`)}
        </span>
      )}
      <OnDemand open={open}>
        <UndoDialog turn={turn} change={change} open={open} onClose={close} finalFocus={focus} />
      </OnDemand>
    </span>
  );
}

/** In an opened row: why it can or cannot be undone, in a sentence. */
export function ChangeSentence({ change }: { change: FileChange }) {
  const { t } = useTranslation();
  if (change.state === 'undoable') return null;
  return <p className="py-0.5 text-muted text-sm">{t(`undo.outlook.${change.state}`)}</p>;
}
