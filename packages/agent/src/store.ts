// The Store ports. Every method is one transaction, and atomicity is in its name: no caller ever holds one. All of
// them reject with AppError `storage` when nothing was stored, and with `not_found` where that is said.
import type {
  CompactionRecord,
  Digest,
  EntryKind,
  EntryStatus,
  Message,
  Mode,
  QueuedMessage,
  SearchHit,
  Session,
  SessionArchive,
  Todo,
  TraceSummary,
  TrajectoryEntry,
  Turn,
  TurnError,
  TurnStatus,
  Usage,
} from '@slipstream/protocol';

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
   * Removes a message and all that follows it, on every branch, with the work behind it. Where the branch that is shown
   * ended there, its newest other continuation is shown. `unusedFiles` are the hashes of attachments that nothing refers
   * to any more. Rejects with `not_found`, and `busy` while a turn runs or waits.
   */
  removeMessage(
    id: string,
    messageId: string,
  ): Promise<{ session: StoredSession; unusedFiles: string[]; messageIds: string[] }>;
  /** What is to be done in it. Empty for a session that does not exist. */
  todos(id: string): Promise<readonly Todo[]>;
  /** Does not count as activity. */
  setTodos(id: string, todos: readonly Todo[]): Promise<void>;
  /** Removes the session and everything of it; false when there was none. */
  delete(id: string): Promise<boolean>;
};

/** A message as it is accepted: stored with its turn, which waits until `beginTurn`. */
export type AcceptMessage = {
  session: NewSession;
  messageId: string;
  turnId: string;
  text: string;
  model: string | undefined;
  mode: Mode | undefined;
  /** The message to stand under, or null for none; left out, the head as it is when the turn begins. */
  parentId?: string | null | undefined;
  /** Files of this session; rejects with `not_found` for others. */
  attachments?: readonly string[] | undefined;
  /** Before what waits already. */
  first?: boolean | undefined;
  channel: string;
  now: string;
};

/** A turn that answers a message again which is on record already. */
export type AcceptRegeneration = {
  sessionId: string;
  /** The answer to replace, or the user's message itself. */
  messageId: string;
  turnId: string;
  /** Left out: the session's own. */
  model?: string | undefined;
  channel: string;
  now: string;
};

export type Accepted =
  /** Stored; `created` when the session is new with it. */
  | { kind: 'accepted'; created: boolean }
  /** The same id with the same text was accepted before, for this turn. */
  | { kind: 'duplicate'; turnId: string; turnStatus: Turn['status'] }
  /** The same id was used with another text or in another session. */
  | { kind: 'conflict' };

export type EntryStart = {
  id: string;
  turnId: string;
  parentId: string | null;
  /** Rises within the turn. */
  seq: number;
  kind: EntryKind;
  name: string;
  status: EntryStatus;
  input: unknown;
  output?: unknown;
  startedAt: string;
  durationMs: number | null;
};

export type EntryEnd = {
  id: string;
  turnId: string;
  status: EntryStatus;
  output: unknown;
  durationMs: number;
  usage?: unknown;
};

export type FinishTurn = {
  turnId: string;
  sessionId: string;
  messageId: string;
  status: TurnStatus;
  text: string;
  error: TurnError | undefined;
  usage: Usage;
  usageEstimated?: boolean | undefined;
  costUsd?: number | undefined;
  trace: TraceSummary;
  digest?: Digest | undefined;
  steps: number;
  now: string;
};

export type TurnStore = {
  /**
   * Creates the session if need be, stores the user's message and a queued turn, once per message id. Rejects with
   * `not_found` for a parent that is not on record in the session.
   */
  acceptMessage(input: AcceptMessage): Promise<Accepted>;
  /**
   * Stores a queued turn, before what waits, that answers the user's message again; once per turn id. Gives that
   * message. Rejects with `not_found`.
   */
  acceptRegeneration(input: AcceptRegeneration): Promise<{ accepted: Accepted; message: Message }>;
  /** Changes the text of a queued message; false when it is not queued (any more). */
  editQueued(turnId: string, text: string): Promise<boolean>;
  /**
   * Makes a queued message one of a running turn: it goes under the session's head, becomes it, and its own turn is
   * gone. Rejects with `not_found` when the one is not queued or the other not running.
   */
  joinTurn(
    queuedTurnId: string,
    runningTurnId: string,
    now: string,
  ): Promise<{ message: Message; session: StoredSession }>;
  /**
   * Moves a queued turn to running, puts its message under the session's head (or where it was sent to) and makes it
   * the head; where a message is answered again that becomes the head. Gives the
   * turn and the message as they are now. Rejects with `not_found` when the turn is not queued.
   */
  beginTurn(turnId: string, now: string): Promise<{ turn: Turn; message: Message; session: StoredSession }>;
  /** Adds an entry. Durable when it resolves. */
  startEntry(entry: EntryStart): Promise<void>;
  /** Ends an entry that was added as running. */
  endEntry(entry: EntryEnd): Promise<void>;
  /** Keeps the running turn's text so far (of its last step), in place of the last one kept. */
  checkpoint(turnId: string, text: string): Promise<void>;
  /**
   * Stores the assistant message as the session's head, the turn's end and the session's sums. Entries that are
   * still open end as cancelled.
   */
  finishTurn(input: FinishTurn): Promise<{ message: Message; session: StoredSession }>;
  /** Removes a queued turn and its message; false when it is not queued (any more). */
  removeQueued(turnId: string): Promise<boolean>;
  /**
   * For the start after a crash. Ends every running turn as `interrupted` with its kept text as the assistant
   * message, closes its open entries (a tool call that was started and not waiting for an approval becomes
   * `unknown`, everything else `cancelled`) and gives how many turns that were.
   */
  recover(now: string, nextId: () => string): Promise<number>;
};

export type HistoryStore = {
  /** The active branch up to `before` (exclusive) or the head, the newest `limit` of it, oldest first. */
  messages(
    sessionId: string,
    query: { limit: number; before?: string | undefined },
  ): Promise<{ messages: Message[]; nextCursor: string | null }>;
  message(sessionId: string, id: string): Promise<Message | undefined>;
  /** The queued turns of a session, oldest first. */
  queue(sessionId: string): Promise<QueuedMessage[]>;
  /** The sessions that have queued turns. */
  queuedSessions(): Promise<string[]>;
  turn(sessionId: string, turnId: string): Promise<Turn | undefined>;
  entries(turnId: string): Promise<TrajectoryEntry[]>;
};

/**
 * A change of a file by a call of a tool. `before` and `after` are the SHA-256 of its content in hexadecimal; `before`
 * is null for a file that did not exist, and `unkeptContent` for one whose content was not kept.
 */
export type NewFileChange = {
  id: string;
  sessionId: string;
  turnId: string;
  callId: string;
  /** Relative to the workspace, without links in it. */
  path: string;
  before: string | null;
  after: string;
  at: string;
};

export type StoredFileChange = NewFileChange & { undoneAt: string | null };

export const unkeptContent = 'unkept';

export type ChangeStore = {
  /** Durable when it resolves, so that the file can be changed then. */
  record(change: NewFileChange): Promise<void>;
  /** Takes back a record whose change did not happen. */
  drop(id: string): Promise<void>;
  /** Those of a session, oldest first. */
  list(sessionId: string): Promise<StoredFileChange[]>;
  /** Leaves the time of one that was undone before. */
  markUndone(ids: readonly string[], now: string): Promise<void>;
};

/** What an answer with "always" keeps: the text of a rule that allows. */
export type StoredRule = { id: string; text: string; createdAt: string };
/** How a tool spoke of itself when a call of it was last allowed. */
export type StoredTool = { name: string; fingerprint: string };

export type PermissionStore = {
  /** The oldest first. */
  rules(): Promise<StoredRule[]>;
  /** Gives the rule that has this text already, if there is one. */
  addRule(rule: StoredRule): Promise<StoredRule>;
  /** False when there was none. */
  removeRule(id: string): Promise<boolean>;
  tools(): Promise<StoredTool[]>;
  /** Takes the place of what was known of it. */
  setTool(tool: StoredTool): Promise<void>;
};

export type NewSummary = {
  id: string;
  sessionId: string;
  /** The last message that it stands for. */
  throughId: string;
  text: string;
  messages: number;
  beforeTokens: number;
  afterTokens: number;
  now: string;
};

export type SummaryStore = {
  /** Stores it, and makes it the session's compaction. Rejects with `not_found`. */
  add(summary: NewSummary): Promise<StoredSession>;
  /** The newest 50, newest first, also those that were undone. */
  list(sessionId: string): Promise<CompactionRecord[]>;
  /** Takes back the newest one that counts; the one before it counts again. False when `id` is not that one. */
  undo(sessionId: string, id: string): Promise<{ undone: boolean; session: StoredSession }>;
};

export type SearchQuery = { q: string; limit: number };

export type { SearchHit };

export type SearchStore = {
  /** The newest first. Any text is a query; one without words finds nothing. */
  find(query: SearchQuery): Promise<SearchHit[]>;
};

/** `text` is what a model reads of the file; null for an image. */
export type StoredAttachment = {
  id: string;
  sessionId: string;
  name: string;
  mediaType: string;
  bytes: number;
  sha256: string;
  text: string | null;
  note: string | null;
  createdAt: string;
};

/** Both removals give the hashes that no attachment has any more. */
export type AttachmentStore = {
  add(attachment: StoredAttachment): Promise<void>;
  get(id: string): Promise<StoredAttachment | undefined>;
  removeOf(sessionId: string): Promise<string[]>;
  /** Those that no accepted message has, and that are older. */
  removeUnsent(before: string): Promise<string[]>;
};

export type TraceStore = {
  /** How much the steps of all turns take, in characters. */
  size(): Promise<number>;
  /** Removes the traces of some of the oldest ended turns; gives of how many, 0 when there are no more. */
  removeOldest(query: { before: string | undefined }): Promise<number>;
};

/** A session whole: all branches, and the turns that have ended. */
export type StoredArchive = Pick<SessionArchive, 'messages' | 'turns'> & {
  session: StoredSession;
  /** The files of its messages. */
  attachments: StoredAttachment[];
};

export type ArchiveStore = {
  /** Rejects with `not_found`. */
  read(sessionId: string): Promise<StoredArchive>;
  /** Stores a session with all of it. Rejects with `conflict` when its id is taken. */
  add(archive: StoredArchive): Promise<StoredSession>;
};

export type Store = {
  search: SearchStore;
  archive: ArchiveStore;
  traces: TraceStore;
  attachments: AttachmentStore;
  sessions: SessionStore;
  summaries: SummaryStore;
  turns: TurnStore;
  history: HistoryStore;
  changes: ChangeStore;
  permissions: PermissionStore;
  /** Rejects with the reason when the store cannot answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
