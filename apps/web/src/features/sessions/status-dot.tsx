import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import type { SessionMark } from './session-state.ts';

/** Each state has its own shape as well as its colour. */
const shapes = {
  running: 'rounded-full bg-accent animate-breathe',
  waiting: 'rotate-45 rounded-[1px] bg-wait',
  queued: 'rounded-full border-2 border-accent',
  failed: 'rounded-[1px] bg-bad',
  interrupted: 'rounded-[1px] border-2 border-wait',
} as const;

export function StatusDot({ mark }: { mark: SessionMark }) {
  const { t } = useTranslation();
  if (!mark) return <span className="size-2 shrink-0" />;
  return (
    <span className="inline-flex shrink-0" title={t(`sessions.mark.${mark}`)} data-mark={mark}>
      <span className={clsx('size-2', shapes[mark])} />
      <span className="sr-only">{t(`sessions.mark.${mark}`)}: </span>
    </span>
  );
}
