import type { ApprovalView } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';

/** How an approval was decided, for the trace. */
export function ApprovalRecord({ approval }: { approval: ApprovalView }) {
  const { t } = useTranslation();
  return (
    <p className="break-words py-0.5 text-muted text-sm">
      {approval.decision === 'allow_session' && approval.rule !== null ? (
        <>
          {t('approval.wasAlways')} <code className="font-mono text-xs">{approval.rule}</code>
        </>
      ) : (
        t(`approval.was.${approval.decision ?? 'open'}`)
      )}
      {approval.note && <span className="text-ink"> “{approval.note}”</span>}
    </p>
  );
}
