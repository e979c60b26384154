import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useSessionList } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { formatMonth } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { groupSessions, type SessionGroup } from './group-sessions.ts';
import { SessionRow } from './session-row.tsx';

type ListProps = { sessionId: string | null; onOpen: () => void };

export function SessionList({ sessionId, onOpen }: ListProps) {
  const { t } = useTranslation();
  const client = useClient();
  const list = useSessionList();
  const groups = useMemo(
    () =>
      groupSessions(
        list.sessions.filter((session) => !session.archived),
        Date.now(),
      ),
    [list.sessions],
  );
  if (list.phase === 'loading') return <ComingList />;
  return (
    <>
      {list.phase === 'error' && (
        <div role="alert" className="flex flex-col items-start gap-2 px-2.5 py-2 text-bad text-sm">
          {t('sessions.listFailed')}
          <Button onClick={() => client.reconnect()}>{t('ui.tryAgain')}</Button>
        </div>
      )}
      {list.phase === 'ready' && groups.length === 0 && (
        <p className="px-2.5 py-2 text-muted text-sm">
          <ForOwner otherwise={t('readOnly.noChats')}>{t('sessions.none')}</ForOwner>
        </p>
      )}
      {groups.map((group) => (
        <Group key={group.key} group={group} sessionId={sessionId} onOpen={onOpen} />
      ))}
      {list.hasMore && <MoreSessions known={list.sessions.length} />}
    </>
  );
}

/** Widths of titles, as titles are. */
const coming = ['w-40', 'w-28', 'w-44', 'w-32', 'w-36', 'w-24'];

/** The room of the first rows while the list is on its way; seen only where that takes its time. */
function ComingList() {
  const { t } = useTranslation();
  return (
    <div className="late" data-coming>
      <p role="status" className="sr-only">
        {t('sessions.loading')}
      </p>
      <div aria-hidden>
        <p className="px-2.5 pt-3 pb-1 text-xs">
          <span className="inline-block h-2.5 w-12 rounded-full bg-ink/8" />
        </p>
        {coming.map((width) => (
          <p
            key={width}
            className="mt-px flex min-h-8 items-center gap-2.5 px-2.5 first:mt-0 coarse:min-h-11"
          >
            <span className="size-2" />
            <span className={`h-3 rounded-full bg-ink/8 ${width}`} />
          </p>
        ))}
      </div>
    </div>
  );
}

/** Fetches the next ones as soon as the end is near, once for each length of the list, and on its button. */
function MoreSessions({ known }: { known: number }) {
  const { t } = useTranslation();
  const client = useClient();
  const button = useRef<HTMLButtonElement>(null);
  const load = useCallback(() => void client.loadMoreSessions(), [client]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known for each look
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      load();
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [known, load]);
  return (
    <Button ref={button} look="quiet" className="mt-2 w-full" onClick={load}>
      {t('sessions.more')}
    </Button>
  );
}

function Group({ group, sessionId, onOpen }: ListProps & { group: SessionGroup }) {
  const { t, i18n } = useTranslation();
  const name =
    group.kind === 'month' ? formatMonth(i18n.language, group.at) : t(`sessions.group.${group.kind}`);
  return (
    <section aria-label={name}>
      <h2 className="px-2.5 pt-3 pb-1 font-medium text-muted text-xs">{name}</h2>
      <ul className="flex flex-col gap-px">
        {group.sessions.map((session) => (
          <SessionRow key={session.id} session={session} chosen={session.id === sessionId} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}
