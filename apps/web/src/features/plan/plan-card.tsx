// A finished plan, with what can become of it: build it, which ends plan mode and begins the work in the same turn; go
// on planning, with a note; or drop it, which ends the turn and leaves the mode.
import type { ApprovalView, ToolCallView } from '@slipstream/protocol';
import { ClipboardList } from 'lucide-react';
import { useContext, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { FadingBox } from '../../ui/fade-ends.tsx';
import { AnswerArea } from '../approvals/answer-area.tsx';
import type { Answer } from '../approvals/approval-card.tsx';
import { useAnswering } from '../approvals/use-answering.ts';
import { useFocusHandedOn } from '../approvals/use-focus-handed-on.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { OwnWords } from '../questions/own-words.tsx';
import { TurnScope } from '../trace/disclosures.tsx';

type PlanCardProps = {
  call: ToolCallView;
  approval: ApprovalView;
  onAnswer: Answer;
  agent?: string | null;
  onFocusLost: () => void;
};

export function PlanCard({ call, approval, onAnswer, onFocusLost }: PlanCardProps) {
  const { t } = useTranslation();
  const client = useClient();
  const scope = useContext(TurnScope);
  const card = useRef<HTMLElement>(null);
  useFocusHandedOn(card, onFocusLost);
  const titleId = useId();
  const [note, setNote] = useState<string | null>(null);
  const { sent, problem, answer } = useAnswering(approval.approvalId, onAnswer);
  const plan = approval.preview ?? (typeof call.args?.['plan'] === 'string' ? call.args['plan'] : '');
  const keep = (words: string) => answer('deny', words === '' ? {} : { note: words });
  const drop = async () => {
    // The turn ends before the model could make another plan of it.
    const applied = answer('deny', { note: t('plan.droppedNote') });
    if ((await applied) && scope) await client.stop(scope.sessionId).catch(() => undefined);
  };
  return (
    <section
      ref={card}
      aria-labelledby={titleId}
      className="min-w-0 rounded-md border border-wait/45 bg-raised p-4"
      data-plan={approval.approvalId}
    >
      <h2 id={titleId} className="flex items-center gap-2.5 font-medium">
        <ClipboardList aria-hidden className="size-4.5 shrink-0 text-wait" />
        {t('plan.title')}
      </h2>
      {/* So high that with what stands around it all of the card is in sight, from its title on. */}
      <FadingBox className="mt-3 max-h-[clamp(9rem,100dvh-29rem,60dvh)] max-sm:max-h-[clamp(9rem,100dvh-33.5rem,60dvh)] border-line border-y py-3">
        <Markdown text={plan} />
      </FadingBox>
      <AnswerArea>
        <p className="mt-3 text-muted text-sm">{t('plan.what')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="primary" disabled={sent} onClick={() => answer('allow_once')}>
            {t('plan.build')}
          </Button>
          {note === null && (
            <Button disabled={sent} onClick={() => setNote('')}>
              {t('plan.keep')}
            </Button>
          )}
          <Button look="danger" disabled={sent} onClick={drop}>
            {t('plan.drop')}
          </Button>
        </div>
        {note !== null && (
          <div className="flex flex-col gap-2">
            <OwnWords
              autoFocus
              label={t('plan.noteLabel')}
              value={note}
              disabled={sent}
              onChange={setNote}
              onSend={() => keep(note.trim())}
            />
            <div className="flex flex-wrap gap-2">
              <Button disabled={sent} onClick={() => keep(note.trim())}>
                {t('plan.keep')}
              </Button>
              <Button look="quiet" disabled={sent} onClick={() => setNote(null)}>
                {t('ui.cancel')}
              </Button>
            </div>
          </div>
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
