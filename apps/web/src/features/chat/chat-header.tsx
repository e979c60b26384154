import type { Session } from '@slipstream/protocol';
import { PanelLeft, PanelRight, SquarePen } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ForOwner } from '../../app/for-owner.tsx';
import { IconButton } from '../../ui/button.tsx';
import { SessionMenu } from '../sessions/session-menu.tsx';
import { useSidePanel } from '../side-panel/side-panel-context.tsx';

type ChatHeaderProps = {
  session: Session | null;
  /** The first message is on its way. */
  begun: boolean;
  onOpenList: () => void;
  listShown: boolean;
};

export const ChatHeader = memo(({ session, begun, onOpenList, listShown }: ChatHeaderProps) => {
  const { t } = useTranslation();
  const panel = useSidePanel();
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 px-2 sm:px-3">
      <IconButton
        label={t('sessions.showList')}
        onClick={onOpenList}
        className={listShown ? 'md:hidden' : undefined}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <div className="flex min-w-0 flex-1 items-center gap-1 px-1.5">
        {(session || begun) && (
          <h1 className="min-w-0 truncate font-medium text-sm">{session?.title || t('sessions.untitled')}</h1>
        )}
        {session && <SessionMenu session={session} />}
      </div>
      {session && panel.part === null && (
        <IconButton label={t('panel.open')} onClick={panel.reopen}>
          <PanelRight aria-hidden />
        </IconButton>
      )}
      <ForOwner>
        <Link
          href="/"
          aria-label={t('sessions.new')}
          title={t('sessions.new')}
          className={`inline-flex size-8 items-center justify-center rounded-sm text-muted hover:bg-ink/6 hover:text-ink coarse:size-10 ${listShown ? 'md:hidden' : ''}`}
        >
          <SquarePen aria-hidden className="size-4.5" />
        </Link>
      </ForOwner>
    </header>
  );
});
