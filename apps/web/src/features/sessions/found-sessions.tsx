// What a search finds, asked of the server a moment after the last key: titles, messages and the work behind them, each
// with the piece of text that it stands in.
import type { SearchHit } from '@slipstream/protocol';
import clsx from 'clsx';
import { MessageSquare, Terminal, Type } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useClient } from '../../app/client-context.tsx';
import { formatMoment } from '../../i18n/format.ts';

const pauseMs = 180;

type FoundProps = { query: string; sessionId: string | null; onOpen: () => void };

export function FoundSessions({ query, sessionId, onOpen }: FoundProps) {
  const { t } = useTranslation();
  const client = useClient();
  const [result, setResult] = useState<{ hits: SearchHit[] | null } | null>(null);
  useEffect(() => {
    let gone = false;
    const set = (hits: SearchHit[] | null) => !gone && setResult({ hits });
    const timer = setTimeout(() => client.search(query).then(set, () => set(null)), pauseMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [client, query]);
  const words = !result
    ? t('sessions.searching')
    : !result.hits
      ? t('sessions.searchFailed')
      : t('sessions.found', { count: result.hits.length });
  return (
    <>
      <p role="status" className="px-2.5 pt-3 pb-1 text-muted text-xs">
        {words}
      </p>
      <ul className="flex flex-col gap-px">
        {result?.hits?.map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a hit has no name of its own, and the list is replaced whole
          <Hit key={index} hit={hit} chosen={hit.sessionId === sessionId} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

const signs = { title: Type, message: MessageSquare, arguments: Terminal, result: Terminal } as const;

function Hit({ hit, chosen, onOpen }: { hit: SearchHit; chosen: boolean; onOpen: () => void }) {
  const { t, i18n } = useTranslation();
  const Sign = signs[hit.kind];
  const place = hit.messageId === null ? '' : `#m-${hit.messageId}`;
  return (
    <li>
      <Link
        href={`/s/${hit.sessionId}${place}`}
        onClick={onOpen}
        className={clsx(
          'flex min-w-0 flex-col gap-0.5 rounded-sm px-2.5 py-1.5 text-sm',
          chosen ? 'bg-accent-soft' : 'hover:bg-ink/5',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{hit.title || t('sessions.untitled')}</span>
          <time className="shrink-0 text-muted text-xs" dateTime={hit.createdAt}>
            {formatMoment(i18n.language, hit.createdAt)}
          </time>
        </span>
        {hit.kind !== 'title' && (
          <span className="flex min-w-0 items-start gap-2 text-muted text-xs">
            <Sign aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="line-clamp-2 min-w-0 break-words">
              {hit.kind !== 'message' && (
                <span className="font-medium">{t(`sessions.in.${hit.kind}`, { tool: hit.tool })} </span>
              )}
              <Marked text={hit.snippet} marks={hit.marks} />
            </span>
          </span>
        )}
      </Link>
    </li>
  );
}

/** The text with its marked places; both are plain text. */
function Marked({ text, marks }: { text: string; marks: SearchHit['marks'] }) {
  const ends = [0, ...marks.map(([, end]) => end)];
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {text.slice(ends[index], start)}
          <mark className="rounded-xs bg-wait-soft text-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
