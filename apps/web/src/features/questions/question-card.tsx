// A question of the agent's: choices to press, room for an answer of one's own, and a way to leave it. Like an approval
// it goes when the server has said that the answer counts, and takes no second one until then.
import type { ApprovalView, ToolCallView } from '@slipstream/protocol';
import { MessageCircleQuestionMark } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadOnly } from '../../app/client-context.tsx';
import { ForOwner } from '../../app/for-owner.tsx';
import { Button } from '../../ui/button.tsx';
import { AnswerArea } from '../approvals/answer-area.tsx';
import type { Answer } from '../approvals/approval-card.tsx';
import { useAnswering } from '../approvals/use-answering.ts';
import { useFocusHandedOn } from '../approvals/use-focus-handed-on.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { Choices } from './choices.tsx';
import { OwnWords } from './own-words.tsx';
import { toQuestion } from './to-question.ts';

type QuestionCardProps = {
  call: ToolCallView;
  approval: ApprovalView;
  onAnswer: Answer;
  /** The sub-agent that asks. */
  agent?: string | null;
  onFocusLost: () => void;
};

export function QuestionCard({ call, approval, agent = null, onAnswer, onFocusLost }: QuestionCardProps) {
  const { t } = useTranslation();
  const readOnly = useReadOnly();
  const { text, choices, multiple } = toQuestion(call.args);
  const card = useRef<HTMLElement>(null);
  useFocusHandedOn(card, onFocusLost);
  const titleId = useId();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const { sent, problem, answer } = useAnswering(approval.approvalId, onAnswer);
  const say = (...parts: string[]) =>
    answer('allow_once', { note: parts.filter((part) => part !== '').join('\n') });
  const choose = (choice: string) => {
    if (!multiple) return say(choice);
    const next = new Set(picked);
    if (!next.delete(choice)) next.add(choice);
    setPicked(next);
  };
  const send = () => say(...choices.filter((choice) => picked.has(choice)), words.trim());
  const onKeyDown = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLTextAreaElement;
    if (readOnly || typing || sent || event.ctrlKey || event.metaKey || event.altKey) return;
    const choice = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined;
    if (choice === undefined) return;
    event.preventDefault();
    choose(choice);
  };
  const ready = words.trim() !== '' || picked.size > 0;
  return (
    <section
      ref={card}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="min-w-0 rounded-md border border-wait/45 bg-raised p-4"
      data-question={approval.approvalId}
    >
      <h2 id={titleId} className="flex items-center gap-2.5 text-muted text-sm">
        <MessageCircleQuestionMark aria-hidden className="size-4.5 shrink-0 text-wait" />
        {agent === null ? t('question.title') : t('approval.asks', { agent })}
      </h2>
      <Markdown text={text} className="mt-1.5 font-medium" />
      <ForOwner
        otherwise={
          <ul className="mt-2 list-disc pl-5 text-sm [overflow-wrap:anywhere]">
            {choices.map((choice) => (
              <li key={choice}>{choice}</li>
            ))}
          </ul>
        }
      >
        <Choices choices={choices} picked={multiple ? picked : null} disabled={sent} onChoose={choose} />
      </ForOwner>
      <AnswerArea>
        <OwnWords
          label={t(choices.length > 0 ? 'question.orOwnWords' : 'question.ownWords')}
          value={words}
          disabled={sent}
          onChange={setWords}
          onSend={() => ready && send()}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button look="primary" disabled={sent || !ready} onClick={send}>
            {t('question.send')}
          </Button>
          <Button look="quiet" disabled={sent} onClick={() => answer('deny')}>
            {t('question.skip')}
          </Button>
        </div>
      </AnswerArea>
      {problem && (
        <p role="alert" className="mt-3 text-sm text-wait">
          {t(problem === 'late' ? 'approval.late' : 'approval.failed')}
        </p>
      )}
    </section>
  );
}
