// What the conversation shows, in order: stored messages, the running turn, then what is on its way. A turn keeps its
// key when it ends, so its elements stay while the answer becomes a stored message.
import type { PendingMessage, SessionState } from '@slipstream/client';
import type { Message, SessionCompaction, TurnView } from '@slipstream/protocol';

export type Item =
  | { kind: 'user'; key: string; message: Message }
  | {
      kind: 'turn';
      key: string;
      turnId: string;
      /** Null while it runs. */
      message: Message | null;
      view: TurnView | null;
    }
  /** Everything above it was folded. */
  | { kind: 'fold'; key: string; compaction: SessionCompaction }
  | { kind: 'pending'; key: string; pending: PendingMessage };

/** All of them. The two parts apart: what is stored changes seldom, what runs with every frame. */
export function toItems(state: SessionState): Item[] {
  const stored = toStoredItems(state, state.session?.compaction);
  return [...stored, ...toComingItems(state, stored)];
}

export function toStoredItems(
  { messages, finished }: Pick<SessionState, 'messages' | 'finished'>,
  compaction: SessionCompaction | undefined,
): Item[] {
  const items: Item[] = [];
  for (const message of messages) {
    if (message.role === 'user') items.push({ kind: 'user', key: message.id, message });
    else {
      const { turnId } = message;
      const view = finished[turnId] ?? null;
      items.push({ kind: 'turn', key: turnId, turnId, message, view });
    }
    if (compaction?.throughId === message.id) items.push({ kind: 'fold', key: compaction.id, compaction });
  }
  return items;
}

/**
 * The running turn, unless its answer is stored already, and what is on its way. A message that was refused is not:
 * what came later would stand above it; it waits above the composer.
 */
export function toComingItems(
  { messages, turn, queue, pending }: Pick<SessionState, 'messages' | 'turn' | 'queue' | 'pending'>,
  stored: readonly Item[],
): Item[] {
  const items: Item[] = [];
  if (turn && !stored.some((item) => item.key === turn.turnId))
    items.push({ kind: 'turn', key: turn.turnId, turnId: turn.turnId, message: null, view: turn });
  for (const each of pending) {
    const { messageId, state } = each;
    const isElsewhere =
      state === 'failed' ||
      messages.some((message) => message.id === messageId) ||
      queue.some((queued) => queued.messageId === messageId);
    if (!isElsewhere) items.push({ kind: 'pending', key: messageId, pending: each });
  }
  return items;
}

/** A message is on its way: until it has arrived nothing of the past can be changed. One that was refused changes nothing. */
export function isSending({ pending }: Pick<SessionState, 'pending'>): boolean {
  return pending.some((each) => each.state === 'sending');
}

/** `next`, with each item that shows the same as the one of its key in `before` replaced by that. */
export function reuseItems(before: readonly Item[], next: readonly Item[]): Item[] {
  const known = new Map(before.map((item) => [item.key, item]));
  return next.map((item) => {
    const old = known.get(item.key);
    return old && sameItem(old, item) ? old : item;
  });
}

function sameItem(a: Item, b: Item): boolean {
  const messages = messageOf(a) === messageOf(b);
  if (a.kind === 'turn' && b.kind === 'turn') return messages && a.view === b.view;
  if (a.kind === 'user' && b.kind === 'user') return messages;
  return a.kind === 'fold' && b.kind === 'fold' && a.compaction === b.compaction;
}

/** The stored message of an item, where it is one. */
export function messageOf(item: Item): Message | null {
  return item.kind === 'user' || item.kind === 'turn' ? item.message : null;
}

export function textOf(item: Item): string {
  return messageOf(item)?.text ?? '';
}
