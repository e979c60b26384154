// The sessions that a search finds, asked of the server a moment after the last key.
import type { Session } from '@slipstream/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { SessionRow } from './session-row.tsx';

const pauseMs = 180;

type FoundProps = { query: string; sessionId: string | null; onOpen: () => void };

export function FoundSessions({ query, sessionId, onOpen }: FoundProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [result, setResult] = useState<{ query: string; sessions: Session[] | null } | null>(null);
  useEffect(() => {
    let gone = false;
    const set = (sessions: Session[] | null) => !gone && setResult({ query, sessions });
    const timer = setTimeout(() => client.searchSessions(query).then(set, () => set(null)), pauseMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, query]);
  const words = !result
    ? t('sessions.searching')
    : !result.sessions
      ? t('sessions.searchFailed')
      : t('sessions.found', { count: result.sessions.length });
  return (
    <>
      <p role="status" className="px-2.5 pt-3 pb-1 text-muted text-xs">
        {words}
      </p>
      <ul className="flex flex-col gap-px">
        {result?.sessions?.map((session) => (
          <SessionRow key={session.id} session={session} chosen={session.id === sessionId} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}
