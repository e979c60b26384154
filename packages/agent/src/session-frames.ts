// The frames that a reader of one session begins with. Whoever asks holds the session's mutex, so that the store and
// the log do not part while they are made.
import type { Message, QueueUpdatedFrame, ResumedFrame, Session, SnapshotFrame } from '@slipstream/protocol';
import type { SessionLog } from './session-log.ts';
import type { SessionQueue } from './session-queue.ts';
import type { Store, StoredSession } from './store.ts';

const snapshotMessages = 50;
/** What the texts of a snapshot's messages may take together; older ones are fetched page by page. */
const snapshotChars = 250_000;

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
  return {
    async snapshot() {
      const session = await store.sessions.get(sessionId);
      const page = session
        ? await store.history.messages(sessionId, { limit: snapshotMessages })
        : { messages: [], nextCursor: null };
      const todos = session ? await store.sessions.todos(sessionId) : [];
      const messages = newestWithin(page.messages, snapshotChars);
      log.flush();
      return {
        type: 'snapshot',
        sessionId,
        log: log.id,
        seq: log.seq,
        session: session ? parts.toSession(session) : null,
        messages,
        hasMore: page.nextCursor !== null || messages.length < page.messages.length,
        turn: log.view,
        ...(todos.length > 0 ? { todos } : {}),
        ...queue.toFields(),
      };
    },
    resumed: (seq) => ({ type: 'resumed', sessionId, log: log.id, seq, ...queue.toFields() }),
    queueUpdated: () => ({ type: 'queue.updated', sessionId, ...queue.toFields() }),
  };
}

/** The newest of them, one at least, whose texts fit. */
function newestWithin(messages: readonly Message[], maxChars: number): Message[] {
  let chars = 0;
  let from = messages.length;
  while (from > 0) {
    chars += messages[from - 1]?.text.length ?? 0;
    if (chars > maxChars && from < messages.length) break;
    from -= 1;
  }
  return messages.slice(from);
}
