import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';

/** Fetches a past turn's steps; once they are there its owner shows them instead. */
export function PastTrace({ sessionId, turnId }: { sessionId: string; turnId: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    client.loadTurn(sessionId, turnId).catch(() => setFailed(true));
  }, [client, sessionId, turnId]);
  useEffect(load, [load]);
  if (!failed) return <p className="py-1 text-muted text-sm">{t('trace.loading')}</p>;
  return (
    <p className="flex items-center gap-3 py-1 text-bad text-sm">
      {t('trace.loadFailed')}
      <Button onClick={load}>{t('ui.tryAgain')}</Button>
    </p>
  );
}
