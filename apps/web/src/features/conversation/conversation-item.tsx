// One thing of the conversation by its kind, in its place of the window.
import { memo } from 'react';
import type { StopWords } from '../chat/use-stop-reports.ts';
import { FoldMark } from '../context/fold-mark.tsx';
import type { ConversationActions } from './conversation.tsx';
import type { Item } from './to-items.ts';
import { TurnBlock } from './turn-block.tsx';
import { PendingBubble, UserMessage, type VersionActions } from './user-message.tsx';
import { WindowedItem } from './windowed-item.tsx';

export type ItemContext = Pick<
  ConversationActions,
  'onSend' | 'onAnswer' | 'onFocusLost' | 'onResend' | 'onEdit'
> & {
  sessionId: string;
  /** Nothing runs and nothing is on its way. */
  idle: boolean;
  stopping: boolean;
  stopReports: ReadonlyMap<string, StopWords>;
  /** Null while the session is at work. */
  versions: VersionActions | null;
};

type ConversationItemProps = {
  item: Item;
  isLast: boolean;
  /** Rendered from the beginning. */
  startsNear: boolean;
  /** Rendered always. */
  pinned: boolean;
  context: ItemContext;
};

export const ConversationItem = memo((props: ConversationItemProps) => {
  const { item, startsNear, pinned } = props;
  const message = item.kind === 'user' || item.kind === 'turn' ? item.message : null;
  return (
    <WindowedItem
      itemKey={item.key}
      text={message?.text ?? ''}
      anchorId={message ? `m-${message.id}` : undefined}
      role={message?.role}
      startsNear={startsNear}
      pinned={pinned || message === null}
    >
      <ItemContent {...props} />
    </WindowedItem>
  );
});

function ItemContent({ item, isLast, context }: ConversationItemProps) {
  const { sessionId, idle, versions } = context;
  switch (item.kind) {
    case 'user':
      return <UserMessage message={item.message} versions={versions} />;
    case 'fold':
      return <FoldMark sessionId={sessionId} compaction={item.compaction} idle={idle} />;
    case 'pending': {
      const id = item.pending.messageId;
      return (
        <PendingBubble
          pending={item.pending}
          onResend={() => context.onResend(id)}
          onEdit={() => context.onEdit(id)}
        />
      );
    }
    case 'turn':
      return (
        <TurnBlock
          sessionId={sessionId}
          turnId={item.turnId}
          message={item.message}
          view={item.view}
          stopping={item.message === null && context.stopping}
          stopped={context.stopReports.get(item.turnId) ?? null}
          onSend={idle && isLast ? context.onSend : null}
          versions={versions}
          onAnswer={context.onAnswer}
          onFocusLost={context.onFocusLost}
        />
      );
  }
}
