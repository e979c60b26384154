// How a turn ended, where that is not simply its answer, and the way on from there.
import type { Message, TurnError, TurnStatus } from '@slipstream/protocol';
import clsx from 'clsx';
import type { TFunction } from 'i18next';
import { CircleX, Play, RotateCw, Square, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../i18n/format.ts';
import { joinSentences } from '../../i18n/join-sentences.ts';
import { Button } from '../../ui/button.tsx';
import type { StopWords } from '../chat/use-stop-reports.ts';
import { FailureWays, offersRetry } from './failure-ways.tsx';
import { failureWords, providersWords } from './failure-words.ts';

type EndingProps = {
  status: TurnStatus;
  /** It said nothing and called nothing. */
  empty: boolean;
  error: TurnError | null;
  /** The one that was asked. */
  model: Message['model'];
  stopped: StopWords | null;
  /** Calls that had started when the server died. */
  unknown: readonly string[];
  /** Messages wait behind it: what is sent now comes after them. */
  queued: boolean;
  /** Null where going on from here makes no sense: an older turn, or one is running. */
  onSend: ((text: string) => void) | null;
  /** Answers the same message again; null while the session is at work. */
  onRetry: ((model?: string) => void) | null;
  /** Begins a change of the message that was answered. */
  onChange: () => void;
};

const icons = {
  cancelled: Square,
  failed: CircleX,
  interrupted: TriangleAlert,
  max_steps: TriangleAlert,
  length: TriangleAlert,
  content_filter: TriangleAlert,
} as const;

const filtered: TurnError = { kind: 'content_filter', message: '', retryable: false };

type Ended = Pick<EndingProps, 'status' | 'empty' | 'error'>;

/** What failed, where something did. */
function failureOf({ status, error }: Ended): TurnError | null {
  return status === 'content_filter' ? (error ?? filtered) : error;
}

/** The ending offers to answer again, so that nothing else has to. */
export function endsWithRetry(ended: Ended): boolean {
  if (ended.status === 'completed') return ended.empty;
  const failed = ended.status === 'failed' || ended.status === 'content_filter';
  return failed ? offersRetry(failureOf(ended)) : ended.empty;
}

export function TurnEnding(props: EndingProps) {
  const { status, empty, error, model, stopped, unknown, queued, onSend, onRetry, onChange } = props;
  const { t } = useTranslation();
  if (status === 'completed') return empty ? <NoAnswer onRetry={onSend && onRetry} /> : null;
  const Icon = icons[status];
  const failed = status === 'failed' || status === 'content_filter';
  const again = onSend && onRetry;
  // What was said and done stays, and a filter would stop it again.
  const goOn = !empty && !queued && status !== 'content_filter' && onSend;
  return (
    <div
      className={clsx('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 text-sm', toneOf(status))}
      data-ending={status}
    >
      <span className={clsx('flex min-w-0 items-start gap-2', error && 'w-full')}>
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {status === 'failed' && error
            ? failureWords(t, error)
            : joinSentences(
                t(`ending.${status}`),
                status === 'cancelled' && stopped ? stoppedWords(t, stopped) : '',
              )}
          {error && <ProvidersWords error={error} />}
          {unknown.length > 0 && <UnknownCalls calls={unknown} />}
        </span>
      </span>
      <span className="flex flex-wrap gap-2 empty:hidden">
        {goOn && (
          <Button onClick={() => onSend(t('ending.continueText'))}>
            <Play aria-hidden />
            {t('ending.continue')}
          </Button>
        )}
        {again && failed && (
          <FailureWays error={failureOf(props)} model={model} onRetry={again} onChange={onChange} />
        )}
        {again && !failed && empty && <TryAgain onClick={() => again()} />}
      </span>
    </div>
  );
}

function NoAnswer({ onRetry }: Pick<EndingProps, 'onRetry'>) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-sm" data-ending="empty">
      {t('ending.empty')}
      {onRetry && <TryAgain onClick={() => onRetry()} />}
    </div>
  );
}

function TryAgain({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button onClick={onClick}>
      <RotateCw aria-hidden />
      {t('ending.tryAgain')}
    </Button>
  );
}

function ProvidersWords({ error }: { error: TurnError }) {
  const { t } = useTranslation();
  const said = providersWords(t, error);
  return said === '' ? null : <span className="block text-muted">{said}</span>;
}

function UnknownCalls({ calls }: { calls: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <span className="block">
      {t('ending.unknown', { count: calls.length })}
      {calls.map((call) => (
        <code key={call} className="block break-words text-muted text-xs">
          {call}
        </code>
      ))}
    </span>
  );
}

function toneOf(status: TurnStatus): string {
  if (status === 'failed') return 'text-bad';
  return status === 'cancelled' ? 'text-muted' : 'text-wait';
}

/** A stop is fast: its time is told to the millisecond. */
function tookWords(t: TFunction, tookMs: number): string {
  return tookMs < 1000 ? t('time.millis', { n: tookMs }) : formatDuration(t, tookMs);
}

function stoppedWords(t: TFunction, { requests, tools, approvals, tookMs }: StopWords): string {
  const ended = [
    requests > 0 && t('ending.stopped.requests', { count: requests }),
    tools > 0 && t('ending.stopped.tools', { count: tools }),
    approvals > 0 && t('ending.stopped.approvals', { count: approvals }),
    tookMs !== null && tookWords(t, tookMs),
  ].filter((part) => part !== false);
  return requests + tools + approvals > 0
    ? t('ending.stopped.all', { what: ended.join(t('ending.stopped.and')) })
    : '';
}
