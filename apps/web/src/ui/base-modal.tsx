// Dialogs and the drawer, as Base UI makes them (focus kept inside, Esc closes, the page behind is inert), in our look.
import { Dialog } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { useFadingEnds } from './fade-ends.tsx';

const backdrop =
  'fixed inset-0 z-40 bg-shade transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0';

export type ModalProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  wide?: boolean;
  /** What has the focus at first, where it is not the first that can have it. */
  first?: RefObject<HTMLElement | null>;
};

export function BaseModal(props: ModalProps) {
  const { t } = useTranslation();
  const content = useFadingEnds<HTMLDivElement>();
  return (
    <Dialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          {...(props.first ? { initialFocus: props.first } : {})}
          className={clsx(
            '-translate-x-1/2 -translate-y-1/2 fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col',
            'rounded-md border border-line bg-raised shadow-float transition-opacity duration-180',
            'data-ending-style:opacity-0 data-starting-style:opacity-0',
            props.wide ? 'max-w-xl' : 'max-w-md',
          )}
        >
          <div className="flex shrink-0 items-start justify-between gap-4 px-5 pt-5 pb-1">
            <Dialog.Title className="font-semibold text-base">{props.title}</Dialog.Title>
            <Dialog.Close render={<IconButton label={t('ui.close')} className="-mt-1 -mr-2" />}>
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <div ref={content} className="fade-ends min-h-0 overflow-y-auto px-5 pt-1 pb-5">
            <div>{props.children}</div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export type DrawerProps = Omit<ModalProps, 'wide'> & {
  /** Left: narrower than the page. Right: over all of a phone. */
  side?: 'left' | 'right';
};

const sides = {
  left: 'left-0 w-[min(20rem,86vw)] data-ending-style:-translate-x-full data-starting-style:-translate-x-full',
  right: 'right-0 w-full max-w-md data-ending-style:translate-x-full data-starting-style:translate-x-full',
};

/** The same from an edge: the list, or the panel, where there is no room beside the chat. */
export function BaseDrawer({ side = 'left', ...props }: DrawerProps) {
  return (
    <Dialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup
          className={clsx(
            'fixed inset-y-0 z-40 flex flex-col bg-mist pt-[env(safe-area-inset-top)] shadow-float transition-transform duration-180 ease-out',
            sides[side],
          )}
        >
          <Dialog.Title className="sr-only">{props.title}</Dialog.Title>
          {props.children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
