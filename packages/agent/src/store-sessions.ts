// The part of the Store port that keeps sessions; its rules are those of `store.ts`.
import type { Mode, Session, Todo } from '@slipstream/protocol';

/** A session as stored: `status` is live state and is laid over it by the sessions. */
export type StoredSession = Omit<Session, 'status'>;

export type NewSession = {
  channel?: string | undefined;
  chatId?: string | undefined;
  id: string;
  title: string;
  model: string;
  mode: Mode;
  workspace: string;
  now: string;
};

export type SessionChanges = {
  title?: string;
  pinned?: boolean;
  archived?: boolean;
  model?: string;
  mode?: Mode;
};

/** `unusedFiles` are the hashes of attachments that nothing refers to any more. */
export type RemovedPart = {
  session: StoredSession;
  unusedFiles: readonly string[];
  messageIds: readonly string[];
};

export type SessionStore = {
  /** Creates it, or gives the one that has this id already. `created` tells which. */
  create(session: NewSession): Promise<{ session: StoredSession; created: boolean }>;
  get(id: string): Promise<StoredSession | undefined>;
  /** Newest activity first, by (updatedAt, id); `cursor` is what the page before gave. `q` matches titles and messages. */
  list(query: {
    limit: number;
    cursor?: string | undefined;
    archived: boolean;
    q?: string | undefined;
  }): Promise<{ sessions: StoredSession[]; nextCursor: string | null }>;
  /** Rejects with `not_found`. Does not count as activity: `updatedAt` stays. */
  update(id: string, changes: SessionChanges): Promise<StoredSession>;
  /** Changes the title if it still is `from`; undefined, and nothing changed, where it is another by now. */
  retitle(id: string, title: { from: string; to: string }): Promise<StoredSession | undefined>;
  /**
   * Makes another message of the session the end of its active branch: the message itself, or with `newest` the last
   * one that was added under it. Rejects with `not_found`, and `busy` while a turn runs. Does not count as activity.
   */
  moveHead(id: string, to: { messageId: string; newest: boolean }): Promise<StoredSession>;
  /**
   * Removes a message and all that follows it, on every branch, with the work behind it, and tells of each part when it
   * is gone: the newest messages first. Where the branch that is shown ended there, its newest other continuation is
   * shown. Whoever stops listening, or a failure, leaves the session whole but for the parts that were told of. Throws
   * `not_found`, and `busy` while a turn runs or waits.
   */
  removeMessage(id: string, messageId: string): AsyncIterable<RemovedPart>;
  /** What is to be done in it. Empty for a session that does not exist. */
  todos(id: string): Promise<readonly Todo[]>;
  /** Does not count as activity. */
  setTodos(id: string, todos: readonly Todo[]): Promise<void>;
  /** Removes the session and everything of it; false when there was none. */
  delete(id: string): Promise<boolean>;
};
