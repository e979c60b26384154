import type { CallStatus } from '@slipstream/protocol';
import { Ban, Check, CircleHelp, CircleX, Hand, Hourglass, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../app/client-context.tsx';
import { Wake } from '../../ui/wake.tsx';

const signs = {
  ok: { Icon: Check, tone: 'text-good' },
  error: { Icon: CircleX, tone: 'text-bad' },
  denied: { Icon: Ban, tone: 'text-wait' },
  cancelled: { Icon: Square, tone: 'text-muted' },
  unknown: { Icon: CircleHelp, tone: 'text-wait' },
  preparing: { Icon: Hourglass, tone: 'text-faint' },
  running: { Icon: Wake, tone: 'text-accent' },
  waiting: { Icon: Hand, tone: 'text-wait' },
} as const;

/** How a call stands, as a picture and, for those who do not see it, a word. */
export function CallStatusSign({ status }: { status: CallStatus }) {
  const { t } = useTranslation();
  const online = useOnline();
  const { Icon, tone } = signs[status];
  const unsure = status === 'running' && !online;
  const words = t(`callStatus.${unsure ? 'unsure' : status}`);
  return (
    <span className={`inline-flex ${unsure ? 'text-faint' : tone}`} title={words}>
      {status === 'running' && online ? (
        <Wake moving className="size-4" />
      ) : (
        <Icon aria-hidden="true" className="size-4 shrink-0" />
      )}
      <span className="sr-only">{words}</span>
    </span>
  );
}
