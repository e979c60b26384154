// Says when what is shown may be old: the connection is being made, was lost, or the device has no network.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useConnection } from '../../app/client-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { formatSeconds } from '../../i18n/format.ts';

/** A first connection that is quick is not worth a word. */
const patienceMs = 700;

export function ConnectionBanner() {
  const { t } = useTranslation();
  const client = useClient();
  const { phase, retryAt } = useConnection();
  const waiting = phase === 'reconnecting' && retryAt !== null;
  const now = useNow(waiting);
  const patient = useElapsed(phase === 'connecting' ? patienceMs : 0, phase);
  if (phase === 'online' || phase === 'unauthorized' || !patient) return null;
  const left = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1000) * 1000;
  const words =
    phase === 'reconnecting' && left > 0
      ? t('connection.retryIn', { time: formatSeconds(t, left) })
      : t(`connection.${phase}`);
  return (
    <section
      aria-label={t('connection.label')}
      className="border-line border-b bg-wait-soft px-4 py-1.5 text-sm text-wait"
      data-connection={phase}
    >
      <div className="mx-auto flex min-h-7 max-w-talk flex-wrap items-center justify-center gap-x-3">
        <span className="tabular-nums">{words}</span>
        {phase !== 'connecting' && (
          <button
            type="button"
            className="min-h-7 coarse:-my-1.5 coarse:min-h-10 rounded-sm px-1 font-medium underline underline-offset-2"
            onClick={() => client.reconnect()}
          >
            {t('connection.tryNow')}
          </button>
        )}
      </div>
      {/* Said once, and not again with every second of the countdown. */}
      <p role="status" className="sr-only">
        {t(`connection.${phase}`)}
      </p>
    </section>
  );
}

/** True once `delayMs` have passed since `key` changed. */
function useElapsed(delayMs: number, key: string): boolean {
  const [passed, setPassed] = useState<string | null>(null);
  useEffect(() => {
    if (delayMs === 0) return;
    const timer = setTimeout(() => setPassed(key), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, key]);
  return delayMs === 0 || passed === key;
}
