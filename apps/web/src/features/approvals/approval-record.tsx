import type { ApprovalView, ToolCallView } from '@slipstream/protocol';
import { useTranslation } from 'react-i18next';
import { gapAfter, joinSentences } from '../../i18n/join-sentences.ts';
import { askUserName } from '../questions/to-question.ts';
import { noticeWords } from '../trace/notice-words.ts';
import { noteWords } from './note-words.ts';

/** How an approval was decided, or a question answered, for the trace. */
export function ApprovalRecord({ call, approval }: { call: ToolCallView; approval: ApprovalView }) {
  const { t } = useTranslation();
  // A server that died told nobody what became of it.
  const decision = approval.decision ?? (call.status === 'waiting' ? 'open' : 'withdrawn');
  const asked = call.name === askUserName;
  const was = t(asked ? `question.was.${decision}` : `approval.was.${decision}`);
  const always = approval.decision === 'allow_session' && approval.rule !== null;
  const reasons = joinSentences(...approval.reasons.map((each) => noteWords(t, each)));
  return (
    <p className="break-words py-0.5 text-muted text-sm">
      {always ? (
        <>
          {t('approval.wasAlways')} <code className="font-mono text-xs">{approval.rule}</code>
        </>
      ) : (
        was
      )}
      {!asked && reasons !== '' && `${always ? ' ' : gapAfter(was)}${reasons}`}
      {approval.note && (
        <span className="whitespace-pre-wrap text-ink"> “{noticeWords(t, approval.note)}”</span>
      )}
    </p>
  );
}
