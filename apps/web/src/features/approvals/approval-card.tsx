// What a tool wants to do and why it asks, with the three answers. The card goes when the server has said that the
// answer counts; until then it takes no second one.
import type { AnswerDetails } from '@slipstream/client';
import type { ApprovalDecision, ApprovalView, ToolCallView } from '@slipstream/protocol';
import { Hand } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { betweenSentences } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { callWords } from '../trace/call-words.ts';
import { AnswerArea } from './answer-area.tsx';
import { noteWords } from './note-words.ts';
import { Preview } from './preview.tsx';
import { useAnswering } from './use-answering.ts';
import { useFocusHandedOn } from './use-focus-handed-on.ts';

export type Answer = (
  approvalId: string,
  decision: ApprovalDecision,
  more?: AnswerDetails,
) => Promise<boolean>;

type ApprovalCardProps = {
  call: ToolCallView;
  approval: ApprovalView;
  /** The sub-agent that asks; null for the main one. */
  agent?: string | null;
  onAnswer: Answer;
  /** The card goes while the focus is in it, which must not be lost. */
  onFocusLost: () => void;
};

/** A title is cut only where the preview has it whole: a command right below it, a path somewhere in it. */
const cutOf = ({ name }: ToolCallView) => (name === 'bash' ? 'truncate' : 'line-clamp-2 break-words');

export function ApprovalCard({ call, approval, agent = null, onAnswer, onFocusLost }: ApprovalCardProps) {
  const { t, i18n } = useTranslation();
  const card = useRef<HTMLElement>(null);
  useFocusHandedOn(card, onFocusLost);
  const reason =
    approval.reasons.length > 0
      ? approval.reasons.map((each) => noteWords(t, each)).join(betweenSentences(i18n.language))
      : approval.reason;
  const titleId = useId();
  const [note, setNote] = useState<string | null>(null);
  const { sent, problem, answer: give } = useAnswering(approval.approvalId, onAnswer);
  const answer = (decision: ApprovalDecision, always = false) => {
    const words = decision === 'deny' ? note?.trim() : undefined;
    give(decision, { ...(words ? { note: words } : {}), ...(always ? { always } : {}) });
  };
  return (
    <section
      ref={card}
      aria-labelledby={titleId}
      className="min-w-0 rounded-md border border-wait/45 bg-raised p-4"
      data-approval={approval.approvalId}
    >
      <h2 id={titleId} className="flex items-start gap-2.5 font-medium">
        <Hand aria-hidden className="mt-1 size-4.5 shrink-0 text-wait" />
        <span className={`min-w-0 ${approval.preview ? cutOf(call) : 'break-words'}`}>
          {callWords(t, call, 'ask')}
        </span>
      </h2>
      <p className="mt-0.5 pl-7 text-muted text-sm">
        <span className="font-mono text-xs">{call.name}</span>
        {reason && <> · {reason}</>}
      </p>
      {agent !== null && <p className="mt-0.5 pl-7 text-muted text-sm">{t('approval.asks', { agent })}</p>}
      {approval.preview && (
        <div className="mt-3">
          <Preview text={approval.preview} />
        </div>
      )}
      {approval.notes.length > 0 && (
        <ul className="mt-2 flex flex-col gap-0.5 text-muted text-sm [overflow-wrap:anywhere]">
          {approval.notes.map((note) => (
            <li key={note.code}>{noteWords(t, note)}</li>
          ))}
        </ul>
      )}
      <AnswerArea>
        <div className="mt-4 flex flex-wrap gap-2">
          <Button look="primary" disabled={sent} onClick={() => answer('allow_once')}>
            {t('approval.allowOnce')}
          </Button>
          {!approval.onceOnly && (
            <Button disabled={sent} onClick={() => answer('allow_session')}>
              {t('approval.allowSession')}
            </Button>
          )}
          {approval.rule !== null && (
            <Button
              disabled={sent}
              onClick={() => answer('allow_session', true)}
              className="max-w-full shrink"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {t('approval.allowAlways')} <code className="font-mono text-xs">{approval.rule}</code>
              </span>
            </Button>
          )}
          <span className="flex gap-2">
            <Button look="danger" disabled={sent} onClick={() => answer('deny')}>
              {t('approval.deny')}
            </Button>
            {note === null && (
              <Button look="quiet" disabled={sent} onClick={() => setNote('')}>
                {t('approval.addNote')}
              </Button>
            )}
          </span>
        </div>
        {note !== null && (
          <label className="mt-3 block text-muted text-sm">
            {t('approval.noteLabel')}
            <input
              // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
              autoFocus
              value={note}
              maxLength={4000}
              disabled={sent}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => {
                const composing = event.nativeEvent.isComposing || event.keyCode === 229;
                if (event.key === 'Enter' && !composing) answer('deny');
              }}
              className="mt-1 block min-h-9 w-full rounded-sm border border-edge bg-paper px-3 text-ink text-sm coarse:text-base"
            />
          </label>
        )}
      </AnswerArea>
      {problem && (
        <p role="alert" className="mt-3 text-sm text-wait">
          {t(problem === 'late' ? 'approval.late' : 'approval.failed')}
        </p>
      )}
    </section>
  );
}
