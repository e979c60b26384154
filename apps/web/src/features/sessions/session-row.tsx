import type { Session } from '@slipstream/protocol';
import clsx from 'clsx';
import { Pin } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { SessionMenu } from './session-menu.tsx';
import { markOf } from './session-state.ts';
import { StatusDot } from './status-dot.tsx';

type SessionRowProps = { session: Session; chosen: boolean; onOpen: () => void };

export const SessionRow = memo(({ session, chosen, onOpen }: SessionRowProps) => {
  const { t } = useTranslation();
  const title = session.title || t('sessions.untitled');
  return (
    <li className="group/row relative">
      <Link
        href={`/s/${session.id}`}
        onClick={onOpen}
        aria-current={chosen ? 'page' : undefined}
        className={clsx(
          'flex min-h-8 min-w-0 items-center gap-2.5 rounded-sm py-1 pr-2.5 pl-2.5 text-sm coarse:min-h-11 coarse:pr-10',
          'group-focus-within/row:pr-9 group-hover/row:pr-9',
          chosen ? 'bg-accent-soft font-medium' : 'hover:bg-ink/5',
        )}
      >
        <StatusDot mark={markOf(session)} />
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {session.pinned && <Pin aria-hidden className="size-3.5 shrink-0 text-faint" />}
      </Link>
      <div className="absolute inset-y-0 right-0.5 flex items-center has-data-popup-open:opacity-100 hover-hover:opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
        <SessionMenu session={session} />
      </div>
    </li>
  );
});
