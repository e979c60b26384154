import type { ApprovalView } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';

/** How an approval was decided, for the trace. */
export function ApprovalRecord({ approval }: { approval: ApprovalView }) {
  const { t } = useTranslation();
  return (
    <p className="break-words py-0.5 text-muted text-sm">
      {t(`approval.was.${approval.decision ?? 'open'}`)}
      {approval.note && <span className="text-ink"> “{approval.note}”</span>}
    </p>
  );
}
