// Everything by its name: chats, commands, settings, places in messages. The list and its keys are Base UI's; what is
// chosen is done once the palette is closed, so that the focus is back where it was before anything else takes it.
import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isKey } from '../../app/keys.ts';
import { useFadingEnds } from '../../ui/fade-ends.tsx';
import { type Entry, type EntryGroup, usePaletteGroups } from './use-palette-groups.ts';

export function PaletteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const chosen = useRef<Entry | null>(null);
  const from = useRef<HTMLElement>(null);
  const choose = (entry: Entry) => {
    chosen.current = entry;
    onClose();
  };
  const onClosed = () => {
    const entry = chosen.current;
    chosen.current = null;
    entry?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isKey(event, 'palette')) return;
    event.preventDefault();
    onClose();
  };
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          aria-label={t('palette.label')}
          finalFocus={from}
          onKeyDown={onKeyDown}
          className="fixed top-[max(1rem,12dvh)] left-1/2 z-40 flex max-h-[min(34rem,76dvh)] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-md border border-line bg-raised shadow-float transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Finder from={from} onChoose={choose} />
          <Dialog.Close className="sr-only">{t('ui.close')}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type FinderProps = {
  /** Is told what had the focus before. */
  from: RefObject<HTMLElement | null>;
  onChoose: (entry: Entry) => void;
};

/** Made anew with each opening: it begins empty, and with the chat that is shown then. */
function Finder({ from, onChoose }: FinderProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // Base UI would take the focus a frame later: who types on after the key would have written elsewhere by then.
  useLayoutEffect(() => {
    from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    field.current?.focus();
  }, [from]);
  const list = useFadingEnds<HTMLDivElement>(false);
  const [query, setQuery] = useState('');
  const groups = usePaletteGroups(query);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={query}
      onValueChange={(value, details) => details.reason !== 'item-press' && setQuery(value)}
      filter={null}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex shrink-0 items-center gap-2.5 border-line border-b px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Autocomplete.Input
          ref={field}
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <div ref={list} className="fade-ends min-h-0 overflow-y-auto overscroll-contain">
        <Autocomplete.Empty>
          <p className="px-4 py-6 text-muted text-sm empty:hidden">
            {groups.length === 0 ? t('palette.nothing') : null}
          </p>
        </Autocomplete.Empty>
        <Autocomplete.List className="p-1.5">
          {(group: EntryGroup) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 font-medium text-muted text-xs">
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.value}
                    value={entry}
                    onClick={() => onChoose(entry)}
                    className="flex min-h-8 min-w-0 cursor-pointer scroll-my-1.5 items-center gap-3 rounded-sm px-2.5 py-1 text-sm data-highlighted:bg-accent-soft coarse:min-h-11"
                  >
                    <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                    {entry.note && (
                      <span className="max-w-[45%] shrink-0 truncate text-muted text-xs">{entry.note}</span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}
