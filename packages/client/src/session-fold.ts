// One session as the client holds it: what is shown, the place in the server's log, and the messages on their way.
// Pure data and the rule by which a message is shown exactly once, as pending, queued or stored.
import type { Message, QueuedMessage } from '@slipstream/protocol';
import type { PendingMessage, SessionState } from './types.ts';

export type SessionFold = {
  state: SessionState;
  /** Null before the first snapshot. */
  log: string | null;
  seq: number;
  /** An event was missed: nothing more is folded until a snapshot comes. */
  gap: boolean;
  /** Messages that the server has not acknowledged. */
  outbox: readonly PendingMessage[];
  /** Acknowledged ones that no frame has shown yet. */
  accepted: readonly PendingMessage[];
};

export function emptyFold(sessionId: string, outbox: readonly PendingMessage[]): SessionFold {
  return {
    state: {
      sessionId,
      phase: 'loading',
      session: null,
      deleted: false,
      messages: [],
      hasMore: false,
      loadingOlder: false,
      turn: null,
      todos: [],
      finished: {},
      changes: {},
      queue: [],
      queuePaused: false,
      pending: outbox,
      stopping: false,
    },
    log: null,
    seq: 0,
    gap: false,
    outbox,
    accepted: [],
  };
}

/** Where a subscription goes on; undefined where only a snapshot can help. */
export function resumePoint(fold: SessionFold): { log: string; seq: number } | undefined {
  return fold.log === null || fold.gap ? undefined : { log: fold.log, seq: fold.seq };
}

export function withState(fold: SessionFold, changes: Partial<SessionState>): SessionFold {
  return { ...fold, state: { ...fold.state, ...changes } };
}

export function withOutbox(fold: SessionFold, outbox: readonly PendingMessage[]): SessionFold {
  return settlePending({ ...fold, outbox });
}

/** Shows an acknowledged message as pending until a frame shows it. */
export function withAccepted(fold: SessionFold, message: PendingMessage): SessionFold {
  return settlePending({ ...fold, accepted: [...fold.accepted, message] });
}

/** Lists as pending exactly what is neither stored nor queued. To be called after every change of any of them. */
export function settlePending(fold: SessionFold): SessionFold {
  const { state } = fold;
  if (fold.accepted.length === 0 && fold.outbox.length === 0 && state.pending.length === 0) return fold;
  const seen = seenIds(state.messages, state.queue);
  const accepted = fold.accepted.filter((message) => !seen.has(message.messageId));
  const pending = distinct([...accepted, ...fold.outbox]).filter((message) => !seen.has(message.messageId));
  const same =
    pending.length === state.pending.length && pending.every((message, i) => message === state.pending[i]);
  if (same && accepted.length === fold.accepted.length) return fold;
  return { ...fold, accepted, state: same ? state : { ...state, pending } };
}

function distinct(messages: readonly PendingMessage[]): PendingMessage[] {
  return [...new Map(messages.map((message) => [message.messageId, message])).values()];
}

function seenIds(messages: readonly Message[], queue: readonly QueuedMessage[]): Set<string> {
  const seen = new Set(queue.map((message) => message.messageId));
  for (const message of messages) seen.add(message.id);
  return seen;
}
