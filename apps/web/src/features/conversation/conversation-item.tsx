// One thing of the conversation by its kind, in its place of the window.
import { memo } from 'react';
import { OrElse } from '../../ui/or-else.tsx';
import type { StopWords } from '../chat/use-stop-reports.ts';
import { FoldMark } from '../context/fold-mark.tsx';
import type { ConversationActions } from './conversation.tsx';
import { heightOf, keepHeight } from './item-heights.ts';
import type { Nearness } from './nearness.ts';
import { type Item, messageOf, textOf } from './to-items.ts';
import { TurnBlock } from './turn-block.tsx';
import { PendingBubble, UserMessage, type VersionActions } from './user-message.tsx';
import { Windowed } from './windowed.tsx';

export type ItemContext = Pick<ConversationActions, 'onSend' | 'onAnswer' | 'onFocusLost'> & {
  sessionId: string;
  /** Nothing runs and nothing is on its way, and one may change something. */
  idle: boolean;
  stopping: boolean;
  /** Messages wait to be answered. */
  queued: boolean;
  stopReports: ReadonlyMap<string, StopWords>;
  /** Null while the session is at work. */
  versions: VersionActions | null;
};

export type ItemProps = {
  item: Item;
  isLast: boolean;
  /** Rendered from the beginning. */
  startsNear: boolean;
  /** Rendered always. */
  pinned: boolean;
  context: ItemContext;
  nearness: Nearness;
};

export const ConversationItem = memo((props: ItemProps) => {
  const { item, nearness, startsNear, pinned } = props;
  return (
    <Windowed
      nearness={nearness}
      startsNear={startsNear}
      pinned={pinned || messageOf(item) === null}
      room={() => heightOf(item.key, textOf(item))}
      onHeight={(height) => keepHeight(item.key, height)}
      far={() => <FarItem item={item} />}
      itemKey={item.key}
      className="min-w-0"
    >
      <OrElse fallback={<BrokenItem item={item} />} about={item}>
        <ItemContent {...props} />
      </OrElse>
    </Windowed>
  );
});

/**
 * An item that is not rendered: its text as it was written. The browser's own search finds it, a link reaches it, a
 * screen reader reads it.
 */
export function FarItem({ item }: { item: Item }) {
  const message = messageOf(item);
  if (!message) return null;
  return (
    <article
      id={`m-${message.id}`}
      data-role={message.role}
      data-far
      className="whitespace-pre-wrap break-words text-muted"
    >
      {message.text}
    </article>
  );
}

/** Whatever breaks an item takes no other with it, and not its words. */
function BrokenItem({ item }: { item: Item }) {
  const running = item.kind === 'turn' ? (item.view?.steps.at(-1)?.text ?? '') : '';
  const words = item.kind === 'pending' ? item.pending.text : textOf(item) || running;
  return <article className="whitespace-pre-wrap break-words">{words}</article>;
}

function ItemContent({ item, isLast, context }: ItemProps) {
  const { sessionId, idle, versions } = context;
  switch (item.kind) {
    case 'user':
      return <UserMessage message={item.message} versions={versions} />;
    case 'fold':
      return <FoldMark sessionId={sessionId} compaction={item.compaction} idle={idle} />;
    case 'pending':
      return <PendingBubble pending={item.pending} />;
    case 'turn':
      return (
        <TurnBlock
          sessionId={sessionId}
          turnId={item.turnId}
          message={item.message}
          view={item.view}
          stopping={item.message === null && context.stopping}
          stopped={context.stopReports.get(item.turnId) ?? null}
          queued={context.queued}
          onSend={idle && isLast ? context.onSend : null}
          versions={versions}
          onAnswer={context.onAnswer}
          onFocusLost={context.onFocusLost}
        />
      );
  }
}
