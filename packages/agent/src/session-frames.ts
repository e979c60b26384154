// The frames that a reader of one session begins with. Whoever asks holds the session's mutex, so that the store and
// the log do not part while they are made.
import type { QueueUpdatedFrame, ResumedFrame, Session, SnapshotFrame } from '@slipstream/protocol';
import { fitSnapshot, newestWithin, shownQueue } from './fit-snapshot.ts';
import type { SessionLog } from './session-log.ts';
import type { SessionQueue } from './session-queue.ts';
import type { Store, StoredSession } from './store.ts';

const snapshotMessages = 50;

export type SessionFrames = {
  /** Nothing is awaited between the last look at the log and its return. */
  snapshot(): Promise<SnapshotFrame>;
  resumed(seq: number): ResumedFrame;
  queueUpdated(): QueueUpdatedFrame;
};

export function createSessionFrames(
  sessionId: string,
  parts: {
    store: Store;
    log: SessionLog;
    queue: SessionQueue;
    toSession(session: StoredSession): Session;
  },
): SessionFrames {
  const { store, log, queue } = parts;
  const queued = () => {
    const fields = queue.toFields();
    return { ...fields, queue: shownQueue(fields.queue) };
  };
  return {
    async snapshot() {
      const session = await store.sessions.get(sessionId);
      const page = session
        ? await store.history.messages(sessionId, { limit: snapshotMessages })
        : { messages: [], nextCursor: null };
      const todos = session ? await store.sessions.todos(sessionId) : [];
      const messages = newestWithin(page.messages);
      log.flush();
      return fitSnapshot({
        type: 'snapshot',
        sessionId,
        log: log.id,
        seq: log.seq,
        session: session ? parts.toSession(session) : null,
        messages,
        hasMore: page.nextCursor !== null || messages.length < page.messages.length,
        turn: log.view,
        ...(todos.length > 0 ? { todos } : {}),
        ...queued(),
      });
    },
    resumed: (seq) => ({ type: 'resumed', sessionId, log: log.id, seq, ...queued() }),
    queueUpdated: () => ({ type: 'queue.updated', sessionId, ...queued() }),
  };
}
