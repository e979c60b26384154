// The scrolling middle of a session: its messages, the running turn, and what is on its way.
import type { SessionState } from '@slipstream/client';
import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { Answer } from '../approvals/approval-card.tsx';
import type { StopWords } from '../chat/use-stop-reports.ts';
import { FoldMark } from '../context/fold-mark.tsx';
import { OlderMessages } from './older-messages.tsx';
import { toItems } from './to-items.ts';
import { TurnBlock } from './turn-block.tsx';
import { useFollowEnd } from './use-follow-end.ts';
import { useLinkedMessage } from './use-linked-message.ts';
import { useMissed } from './use-missed.ts';
import { PendingBubble, UserMessage, type VersionActions } from './user-message.tsx';

export type ConversationActions = VersionActions & {
  onSend: (text: string) => void;
  onAnswer: Answer;
  onFocusLost: () => void;
  onLoadOlder: () => Promise<boolean>;
  onResend: (messageId: string) => void;
  onEdit: (messageId: string) => void;
};

type ConversationProps = ConversationActions & {
  state: SessionState;
  stopReports: ReadonlyMap<string, StopWords>;
};

export function Conversation({ state, stopReports, ...act }: ConversationProps) {
  const { t } = useTranslation();
  const items = useMemo(() => toItems(state), [state]);
  const { scrollRef, contentRef, following, jumpToEnd } = useFollowEnd(state.sessionId, items[0]?.key);
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const missed = useMissed(keys, following);
  useLinkedMessage(state, act);
  useSentInSight(state.pending.at(-1)?.messageId, jumpToEnd);
  const idle = state.turn === null && state.pending.length === 0;
  const { onEditMessage, onShowVersion, onRegenerate } = act;
  const versions = useMemo(
    () => (idle ? { onEditMessage, onShowVersion, onRegenerate } : null),
    [idle, onEditMessage, onShowVersion, onRegenerate],
  );
  return (
    <div className="relative min-h-0 flex-1">
      <div ref={scrollRef} className="h-full overflow-y-auto overscroll-contain px-4 sm:px-6">
        <section
          ref={contentRef}
          aria-label={t('conversation.label')}
          className="mx-auto flex w-full max-w-talk flex-col gap-7 pt-6 pb-10"
        >
          {state.hasMore && <OlderMessages loading={state.loadingOlder} onLoad={act.onLoadOlder} />}
          {items.map((item, index) => {
            if (item.kind === 'user')
              return <UserMessage key={item.key} message={item.message} versions={versions} />;
            if (item.kind === 'fold')
              return (
                <FoldMark
                  key={item.key}
                  sessionId={state.sessionId}
                  compaction={item.compaction}
                  idle={idle}
                />
              );
            if (item.kind === 'pending') {
              const id = item.pending.messageId;
              return (
                <PendingBubble
                  key={item.key}
                  pending={item.pending}
                  onResend={() => act.onResend(id)}
                  onEdit={() => act.onEdit(id)}
                />
              );
            }
            return (
              <TurnBlock
                key={item.key}
                sessionId={state.sessionId}
                turnId={item.turnId}
                message={item.message}
                view={item.view}
                stopping={item.message === null && state.stopping}
                stopped={stopReports.get(item.turnId) ?? null}
                onSend={idle && index === items.length - 1 ? act.onSend : null}
                versions={versions}
                onAnswer={act.onAnswer}
                onFocusLost={act.onFocusLost}
              />
            );
          })}
        </section>
      </div>
      {!following && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <Button
            className="pointer-events-auto rounded-full border-line px-3.5 shadow-float"
            onClick={jumpToEnd}
          >
            <ArrowDown aria-hidden />
            {missed > 0 ? t('conversation.jumpMissed', { count: missed }) : t('conversation.jump')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What was just sent is brought into sight, wherever the reader was. */
function useSentInSight(newest: string | undefined, jumpToEnd: () => void) {
  const before = useRef(newest);
  useEffect(() => {
    if (newest !== undefined && newest !== before.current) jumpToEnd();
    before.current = newest;
  }, [newest, jumpToEnd]);
}
