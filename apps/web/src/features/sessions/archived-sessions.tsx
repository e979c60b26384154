import type { Session } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useSessionList } from '../../app/client-context.tsx';
import { SessionRow } from './session-row.tsx';

/** The sessions that were put away; asked for anew whenever the list of the others changes. */
export function ArchivedSessions(props: { sessionId: string | null; onOpen: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const others = useSessionList().sessions;
  const [sessions, setSessions] = useState<Session[] | null | 'failed'>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that leaves or joins the others asks again
  useEffect(() => {
    let gone = false;
    client.searchSessions('', { archived: true }).then(
      (found) => !gone && setSessions(found),
      () => !gone && setSessions('failed'),
    );
    return () => {
      gone = true;
    };
  }, [client, others]);
  const rows = sessions === 'failed' || !sessions ? [] : sessions;
  return (
    <section aria-label={t('sessions.archived')}>
      <h2 className="px-2.5 pt-3 pb-1 font-medium text-muted text-xs">{t('sessions.archived')}</h2>
      {sessions === 'failed' && <p className="px-2.5 text-bad text-sm">{t('sessions.listFailed')}</p>}
      {sessions !== null && rows.length === 0 && sessions !== 'failed' && (
        <p className="px-2.5 text-muted text-sm">{t('sessions.noneArchived')}</p>
      )}
      <ul className="flex flex-col gap-px">
        {rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            chosen={session.id === props.sessionId}
            onOpen={props.onOpen}
          />
        ))}
      </ul>
    </section>
  );
}
