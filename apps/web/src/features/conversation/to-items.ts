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

export function toItems(state: SessionState): Item[] {
  const items: Item[] = [];
  const shown = new Set<string>();
  const compaction = state.session?.compaction;
  for (const message of state.messages) {
    shown.add(message.id);
    if (message.role === 'user') items.push({ kind: 'user', key: message.id, message });
    else {
      const { turnId } = message;
      const view = state.finished[turnId] ?? null;
      items.push({ kind: 'turn', key: turnId, turnId, message, view });
    }
    if (compaction?.throughId === message.id) items.push({ kind: 'fold', key: compaction.id, compaction });
  }
  const { turn } = state;
  if (turn && !items.some((item) => item.key === turn.turnId))
    items.push({ kind: 'turn', key: turn.turnId, turnId: turn.turnId, message: null, view: turn });
  const queued = new Set(state.queue.map((each) => each.messageId));
  for (const pending of state.pending)
    if (!shown.has(pending.messageId) && !queued.has(pending.messageId))
      items.push({ kind: 'pending', key: pending.messageId, pending });
  return items;
}
