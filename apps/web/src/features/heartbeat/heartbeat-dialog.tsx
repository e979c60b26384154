// The periodic tasks: whether they run, what they are, when each runs next and how it went last.
import type { HeartbeatInfo, HeartbeatTaskInfo } from '@slipstream/protocol';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useClient } from '../../app/client-context.tsx';
import { formatMoment } from '../../i18n/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { problemWords } from '../added/problem-words.ts';

export function HeartbeatDialog(props: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      open={props.open}
      onOpenChange={(next) => !next && props.onClose()}
      title={t('heartbeat.label')}
      wide
    >
      <Heartbeat onLeave={props.onClose} />
    </Modal>
  );
}

/** While the dialog is open it is asked for again, since tasks begin and end. */
const againMs = 5000;

function Heartbeat({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const [info, setInfo] = useState<HeartbeatInfo | null>(null);
  const [failed, setFailed] = useState(false);
  const switchId = useId();
  useEffect(() => {
    let gone = false;
    const take = () =>
      client.heartbeat().then(
        (found) => {
          if (gone) return;
          setFailed(false);
          setInfo(found);
        },
        () => !gone && setFailed(true),
      );
    void take();
    const timer = setInterval(() => void take(), againMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [client]);
  const switchTo = (on: boolean) => {
    client.switchHeartbeat(on).then(setInfo, () => setFailed(true));
  };
  return (
    <div className="flex flex-col gap-4 text-sm">
      <p className="text-muted">{t('heartbeat.what')}</p>
      {failed && (
        <p role="alert" className="text-bad">
          {t('heartbeat.failed')}
        </p>
      )}
      {info && (
        <>
          <label htmlFor={switchId} className="flex min-h-8 items-center gap-2.5 font-medium">
            <input
              id={switchId}
              type="checkbox"
              className="size-4.5 accent-accent"
              checked={info.on}
              onChange={(event) => switchTo(event.target.checked)}
            />
            {t('heartbeat.on')}
          </label>
          {info.tasks.length === 0 && info.problems.length === 0 && (
            <p className="text-muted">{t('heartbeat.none')}</p>
          )}
          <ul className="flex flex-col gap-3">
            {info.tasks.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
          {info.problems.map(({ line, problem }) => (
            <p key={line} className="break-words text-wait">
              {t('heartbeat.line', { line })} {problemWords(t, problem)}
            </p>
          ))}
          {info.sessionId && (
            <Link
              href={`/s/${info.sessionId}`}
              onClick={onLeave}
              className="self-start font-medium text-accent hover:underline"
            >
              {t('heartbeat.session')}
            </Link>
          )}
        </>
      )}
    </div>
  );
}

const known = new Set([
  'running',
  'skipped',
  'completed',
  'cancelled',
  'failed',
  'interrupted',
  'max_steps',
  'length',
  'content_filter',
] as const);
type Known = typeof known extends Set<infer Status> ? Status : never;

function Task({ task }: { task: HeartbeatTaskInfo }) {
  const { t, i18n } = useTranslation();
  const { last, nextAt } = task;
  const moment = (at: string) => formatMoment(i18n.language, at);
  const status = (text: string) => (known.has(text as Known) ? t(`heartbeat.status.${text as Known}`) : text);
  return (
    <li className="min-w-0 border-line border-l-2 pl-3">
      <p className="font-medium">{task.schedule}</p>
      <p className="line-clamp-3 whitespace-pre-wrap break-words">{task.text}</p>
      <p className="text-muted text-xs tabular-nums">
        {nextAt ? t('heartbeat.next', { at: moment(nextAt) }) : t('heartbeat.off')}
        {last && ` · ${t('heartbeat.last', { at: moment(last.at), how: status(last.status) })}`}
      </p>
    </li>
  );
}
