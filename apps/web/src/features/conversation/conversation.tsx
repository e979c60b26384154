// The scrolling middle of a session: its messages, the running turn, and what is on its way.
import type { SessionState } from '@slipstream/client';
import { ArrowDown } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadOnly } from '../../app/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import type { Answer } from '../approvals/approval-card.tsx';
import type { StopWords } from '../chat/use-stop-reports.ts';
import { ConversationChunk } from './conversation-chunk.tsx';
import type { ItemContext } from './conversation-item.tsx';
import { firstNear } from './first-near.ts';
import { chunkDistances, createNearness, itemDistances } from './nearness.ts';
import { OlderMessages } from './older-messages.tsx';
import { placeIn } from './reading-place.ts';
import { toChunks } from './to-chunks.ts';
import { type Item, isSending, reuseItems, toComingItems, toStoredItems } from './to-items.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { useLinkedMessage } from './use-linked-message.ts';
import { useMissed } from './use-missed.ts';
import type { VersionActions } from './user-message.tsx';

export type ConversationActions = VersionActions & {
  onSend: (text: string) => void;
  onAnswer: Answer;
  onFocusLost: () => void;
  onLoadOlder: () => Promise<boolean>;
};

type ConversationProps = ConversationActions & {
  state: SessionState;
  stopReports: ReadonlyMap<string, StopWords>;
};

export function Conversation({ state, stopReports, ...act }: ConversationProps) {
  const { t } = useTranslation();
  const context = useItemContext(state, stopReports, act);
  const items = useItems(state);
  const [atFirst] = useState(() => firstNear(items, placeIn(state.sessionId), window.innerHeight));
  const [pivot] = useState(items[0]?.key);
  const { scrollRef, contentRef, following, jumpToEnd } = useFollowEnd(state.sessionId, items[0]?.key);
  const [chunks] = useState(() => createNearness(() => scrollRef.current, chunkDistances));
  const [each] = useState(() => createNearness(() => scrollRef.current, itemDistances));
  useEffect(
    () => () => {
      chunks.close();
      each.close();
    },
    [chunks, each],
  );
  const missed = useMissed(items, following);
  useLinkedMessage(state, act);
  useSentInSight(state.pending.at(-1)?.messageId, jumpToEnd);
  return (
    <div className="relative min-h-0 flex-1">
      <div ref={scrollRef} data-scroller className="h-full overflow-y-auto overscroll-contain px-4 sm:px-6">
        <section
          ref={contentRef}
          aria-label={t('conversation.label')}
          className="mx-auto w-full max-w-talk space-y-7 pt-6 pb-10"
        >
          {state.hasMore && <OlderMessages loading={state.loadingOlder} onLoad={act.onLoadOlder} />}
          {toChunks(items, pivot).map(({ key, ...chunk }) => (
            <ConversationChunk
              key={key}
              {...chunk}
              atFirst={atFirst}
              context={context}
              chunks={chunks}
              each={each}
            />
          ))}
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

/** Keeps its identity while a turn streams, so that the items above are not shown anew with every frame. */
function useItemContext(
  state: SessionState,
  stopReports: ConversationProps['stopReports'],
  act: ConversationActions,
): ItemContext {
  const { sessionId, stopping } = state;
  const queued = state.queue.length > 0;
  // What can be done with each message is shown right after the end of an answer, not in the frame that ends it.
  const readOnly = useReadOnly();
  const idle = useDeferredValue(state.turn === null && !isSending(state)) && !readOnly;
  const { onSend, onAnswer, onFocusLost } = act;
  const { onEditMessage, onShowVersion, onRegenerate, onDeleteMessage } = act;
  return useMemo(() => {
    const versions = idle ? { onEditMessage, onShowVersion, onRegenerate, onDeleteMessage } : null;
    const own = { sessionId, idle, stopping, queued, stopReports, versions };
    return { ...own, onSend, onAnswer, onFocusLost };
  }, [
    sessionId,
    idle,
    stopping,
    queued,
    stopReports,
    onSend,
    onAnswer,
    onFocusLost,
    onEditMessage,
    onShowVersion,
    onRegenerate,
    onDeleteMessage,
  ]);
}

/** What is stored keeps its identity while only the running turn changes. */
function useItems(state: SessionState) {
  const { messages, finished } = state;
  const compaction = state.session?.compaction;
  const kept = useRef<readonly Item[]>([]);
  const stored = useMemo(
    () => reuseItems(kept.current, toStoredItems({ messages, finished }, compaction)),
    [messages, finished, compaction],
  );
  kept.current = stored;
  return [...stored, ...toComingItems(state, stored)];
}

/** What was just sent is brought into sight, wherever the reader was. */
function useSentInSight(newest: string | undefined, jumpToEnd: () => void) {
  const before = useRef(newest);
  useEffect(() => {
    if (newest !== undefined && newest !== before.current) jumpToEnd();
    before.current = newest;
  }, [newest, jumpToEnd]);
}
