import { PanelLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ForOwner } from '../../app/for-owner.tsx';
import { IconButton } from '../../ui/button.tsx';

type NoticeProps = { onOpenList: () => void; listShown: boolean; missing?: boolean };

/** In place of a chat that is gone, or whose address names none. */
export function DeletedNotice({ onOpenList, listShown, missing = false }: NoticeProps) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Who comes to such an address has lost no focus.
    if (missing) return;
    // The dialog in which it was deleted gives the focus back to what is not there any more.
    const frame = requestAnimationFrame(
      () => document.activeElement === document.body && link.current?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, [missing]);
  return (
    <main className="flex h-full flex-col">
      <div className="flex h-13 items-center px-2 sm:px-3">
        <IconButton
          label={t('sessions.showList')}
          onClick={onOpenList}
          className={listShown ? 'md:hidden' : undefined}
        >
          <PanelLeft aria-hidden />
        </IconButton>
      </div>
      <div className="m-auto flex flex-col items-center gap-3 p-6 text-center">
        <h1>{t(missing ? 'sessions.missing' : 'sessions.deleted')}</h1>
        <Link
          ref={link}
          href="/"
          className="inline-flex min-h-8 items-center rounded-sm border border-edge bg-raised px-3 font-medium text-accent text-sm hover:bg-mist coarse:min-h-10"
        >
          <ForOwner otherwise={t('readOnly.toStart')}>{t('sessions.new')}</ForOwner>
        </Link>
      </div>
    </main>
  );
}
