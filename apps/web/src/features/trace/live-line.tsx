// The one line that says what the running turn does at this moment. Its mark drifts only while frames come in.
import type { TurnView } from '@slipstream/protocol';
import clsx from 'clsx';
import type { TFunction } from 'i18next';
import { Hand, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useOnline, useReadOnly } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { useNow } from '../../app/use-now.ts';
import { formatSeconds } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toaster.tsx';
import { Wake } from '../../ui/wake.tsx';
import { thrownWords } from '../connection/error-words.ts';
import { providersWords } from '../conversation/failure-words.ts';
import { callWords } from './call-words.ts';
import { describeNow, type Now } from './describe-now.ts';
import { useTurnScope } from './disclosures.tsx';

/** Seconds are shown from here on; before, a count would only flicker. */
const patienceMs = 1000;

export function LiveLine(props: { view: TurnView; stopping: boolean }) {
  const { t } = useTranslation();
  const online = useOnline();
  const time = useNow(true);
  const now = describeNow(props.view, props.stopping);
  // The card says so, and that nobody answers it here.
  const readOnly = useReadOnly();
  if (readOnly && waitsForPerson(now)) return null;
  const seconds = 'since' in now ? time - now.since : 0;
  const { retry, turnId } = props.view;
  const waits = online && now.kind === 'retry';
  const said = waits && retry ? providersWords(t, retry) : '';
  const line = (
    <p
      className={clsx(
        'flex min-h-8 min-w-0 items-center gap-2.5 text-sm',
        waitsForPerson(now) ? 'text-wait' : 'text-muted',
      )}
      data-live={online ? now.kind : 'lost'}
    >
      {online ? <Sign now={now} /> : <Wake className="size-4.5 text-faint" />}
      <span className={clsx('min-w-0', online && 'truncate')}>
        {online ? toWords(t, now, time, props.view) : t('live.lost')}
      </span>
      {online && seconds >= patienceMs && (
        <span className="shrink-0 text-muted tabular-nums">{formatSeconds(t, seconds)}</span>
      )}
      {waits && now.until > time && (
        <ForOwner>
          <TryNow key={retry?.startedAt} turnId={turnId} />
        </ForOwner>
      )}
    </p>
  );
  if (said === '') return line;
  return (
    <div className="min-w-0">
      {line}
      <p className="break-words pl-7 text-muted text-sm">{said}</p>
    </div>
  );
}

/** Ends the wait for the next attempt. */
function TryNow({ turnId }: { turnId: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const scope = useTurnScope();
  const [asked, setAsked] = useState(false);
  if (!scope) return null;
  const tryNow = () => {
    setAsked(true);
    client.retryNow(scope.sessionId, turnId).catch((thrown: unknown) => {
      setAsked(false);
      notify(thrownWords(t, thrown));
    });
  };
  return (
    <Button className="min-h-7 px-2.5 py-0.5" disabled={asked} onClick={tryNow}>
      {t('live.tryNow')}
    </Button>
  );
}

function waitsForPerson({ kind }: Now): boolean {
  return kind === 'approval' || kind === 'question' || kind === 'plan';
}

function Sign({ now }: { now: Now }) {
  if (waitsForPerson(now)) return <Hand aria-hidden className="size-4.5 shrink-0" />;
  if (now.kind === 'retry') return <RotateCw aria-hidden className="size-4.5 shrink-0" />;
  return <Wake moving className="size-4.5 text-accent" />;
}

function toWords(t: TFunction, now: Now, time: number, view: TurnView): string {
  switch (now.kind) {
    case 'approval':
      return t('live.approval', { count: now.count });
    case 'retry': {
      const left = Math.ceil((now.until - time) / 1000) * 1000;
      const reason = t(`failure.short.${now.error}`);
      return left > 0
        ? t('live.retryIn', { time: formatSeconds(t, left), reason })
        : t('live.retryNow', { reason });
    }
    case 'tool':
      // A call of the newest step stands right above, in the same words.
      if (view.steps.at(-1)?.calls.includes(now.call)) return t('live.running');
      return t('live.doing', { what: callWords(t, now.call, 'now') });
    case 'tools':
      return t('live.tools', { count: now.count });
    case 'preparing':
      return t('live.preparing', { name: now.name });
    default:
      return t(`live.${now.kind}`);
  }
}
