// The left side: a new chat, a search, the sessions, and the page's settings at the foot.
import { Search, SquarePen, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { ForOwner } from '../../app/for-owner.tsx';
import { Wake } from '../../ui/wake.tsx';
import { ArchivedSessions } from './archived-sessions.tsx';
import { FoundSessions } from './found-sessions.tsx';
import { SessionList } from './session-list.tsx';
import { SettingsMenu } from './settings-menu.tsx';

type SidebarProps = {
  sessionId: string | null;
  /** After something was chosen; closes the drawer. */
  onChosen: () => void;
  /** Stands at the top right: what hides the list. */
  corner: ReactNode;
};

export function Sidebar({ sessionId, onChosen, corner }: SidebarProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [archived, setArchived] = useState(false);
  return (
    <nav aria-label={t('sessions.label')} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-13 shrink-0 items-center justify-between pr-2 pl-4">
        <Link href="/" onClick={onChosen} className="flex items-center gap-2.5 rounded-sm font-semibold">
          <Wake className="size-5 text-accent" />
          {t('app.name')}
        </Link>
        {corner}
      </div>
      <div className="flex flex-col gap-2 px-3 pb-2">
        <ForOwner>
          <Link
            href="/"
            onClick={onChosen}
            className="flex min-h-9 items-center gap-2.5 rounded-sm border border-edge bg-raised px-2.5 font-medium text-sm transition-colors duration-120 hover:border-accent coarse:min-h-11"
          >
            <SquarePen aria-hidden className="size-4 text-accent" />
            {t('sessions.new')}
          </Link>
        </ForOwner>
        <SearchField value={query} onChange={setQuery} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-3 pb-3">
        {query.trim() !== '' ? (
          <FoundSessions query={query.trim()} sessionId={sessionId} onOpen={onChosen} />
        ) : archived ? (
          <ArchivedSessions sessionId={sessionId} onOpen={onChosen} />
        ) : (
          <SessionList sessionId={sessionId} onOpen={onChosen} />
        )}
      </div>
      <div className="flex shrink-0 items-center border-line border-t px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <SettingsMenu archived={archived} onArchived={setArchived} />
      </div>
    </nav>
  );
}

function SearchField(props: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        value={props.value}
        aria-label={t('sessions.search')}
        placeholder={t('sessions.search')}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => {
          // It ends the search, and not the answer that runs meanwhile.
          if (event.key !== 'Escape' || props.value === '') return;
          event.preventDefault();
          props.onChange('');
        }}
        className="min-h-9 w-full rounded-sm bg-ink/5 pr-8 pl-9 text-sm placeholder:text-muted coarse:min-h-11 coarse:text-base [&::-webkit-search-cancel-button]:hidden"
      />
      {props.value !== '' && (
        <button
          type="button"
          aria-label={t('sessions.clearSearch')}
          onClick={() => props.onChange('')}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-muted hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
