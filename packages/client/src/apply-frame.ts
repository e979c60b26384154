// The fold of server frames into one session. Pure: whatever way a client got its frames (live, resumed at any event,
// from a snapshot), the state at the end is the same. What must be asked of the server is read off the result (`gap`).
import type {
  EventsFrame,
  Message,
  QueuedMessage,
  ResumedFrame,
  ServerFrame,
  SnapshotFrame,
} from '@slipstream/protocol';
import { applySessionEvent, isElsewhere } from './apply-session-event.ts';
import { reuse, reuseById } from './reuse.ts';
import { emptyFold, type SessionFold, settlePending, withState } from './session-fold.ts';

/**
 * The next fold; the same object for a frame of another session, of an unknown type, or with nothing new. Events are
 * taken once and in order; when one is missing, `gap` is set and the rest is left until a snapshot.
 */
export function applyFrame(fold: SessionFold, frame: ServerFrame): SessionFold {
  switch (frame.type) {
    case 'snapshot':
      return isOf(fold, frame) ? applySnapshot(fold, frame) : fold;
    case 'resumed':
      return isOf(fold, frame) ? applyResumed(fold, frame) : fold;
    case 'events':
      return isOf(fold, frame) ? applyEvents(fold, frame) : fold;
    case 'queue.updated': {
      if (!isOf(fold, frame)) return fold;
      return settlePending(withState(fold, toQueue(fold, frame)));
    }
    case 'session.updated': {
      const { state } = fold;
      if (frame.session.id !== state.sessionId) return fold;
      const session = reuse(state.session, frame.session);
      const stopping = state.stopping && (state.turn !== null || session.status !== 'idle');
      if (session === state.session && stopping === state.stopping && !state.deleted) return fold;
      return withState(fold, { session, stopping, deleted: false });
    }
    case 'session.deleted': {
      if (!isOf(fold, frame) || (fold.state.deleted && !fold.state.session)) return fold;
      const empty = emptyFold(fold.state.sessionId, []);
      return withState(empty, { phase: 'ready', deleted: true });
    }
    case 'changes.updated':
    case 'ready':
    case 'ack':
    case 'error':
    case 'pong':
      return fold;
    default:
      // A newer server may send frames that this client does not know; the protocol says to ignore them.
      frame satisfies never;
      return fold;
  }
}

function isOf(fold: SessionFold, frame: { sessionId: string }): boolean {
  return frame.sessionId === fold.state.sessionId;
}

function applySnapshot(fold: SessionFold, frame: SnapshotFrame): SessionFold {
  const { state } = fold;
  const older = olderThan(state.messages, frame);
  const turn = reuse(state.turn, frame.turn);
  const sameTurn = turn !== null && (state.turn === null || state.turn.turnId === turn.turnId);
  return settlePending({
    ...fold,
    log: frame.log,
    seq: frame.seq,
    gap: false,
    accepted: [],
    state: {
      ...state,
      phase: 'ready',
      session: reuse(state.session, frame.session),
      deleted: frame.session === null && (state.deleted || state.session !== null),
      messages: reuseById(state.messages, [...older, ...frame.messages]),
      hasMore: older.length > 0 ? state.hasMore : frame.hasMore,
      turn,
      todos: reuse(state.todos, frame.todos ?? []),
      ...toQueue(fold, frame),
      stopping: state.stopping && sameTurn,
    },
  });
}

/**
 * What was loaded of the branch before the snapshot's first message stays: the ancestors of a message never change.
 */
function olderThan(messages: readonly Message[], frame: SnapshotFrame): readonly Message[] {
  if (!frame.hasMore) return [];
  const first = messages.findIndex((message) => message.id === frame.messages[0]?.id);
  return messages.slice(0, Math.max(first, 0));
}

function toQueue(fold: SessionFold, frame: { queue: QueuedMessage[]; queuePaused?: true }) {
  return { queue: reuse(fold.state.queue, frame.queue), queuePaused: frame.queuePaused ?? false };
}

function applyResumed(fold: SessionFold, frame: ResumedFrame): SessionFold {
  if (fold.gap) return fold;
  if (frame.log !== fold.log) return { ...fold, gap: true };
  return settlePending(withState(fold, toQueue(fold, frame)));
}

function applyEvents(fold: SessionFold, frame: EventsFrame): SessionFold {
  if (fold.log === null || fold.gap) return fold;
  let { state, seq } = fold;
  for (const event of frame.events) {
    if (event.seq <= seq) continue;
    if (event.seq !== seq + 1 || isElsewhere(state, event))
      return withEvents(fold, { state, seq, gap: true });
    seq = event.seq;
    state = applySessionEvent(state, event);
  }
  return seq === fold.seq ? fold : withEvents(fold, { state, seq });
}

/** Nearly every event is a delta, which moves no message. */
function withEvents(
  fold: SessionFold,
  changes: Pick<SessionFold, 'state' | 'seq'> & { gap?: true },
): SessionFold {
  const { messages, queue } = changes.state;
  const next = { ...fold, ...changes };
  return messages === fold.state.messages && queue === fold.state.queue ? next : settlePending(next);
}
