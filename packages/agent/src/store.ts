// The Store ports. Every method is one transaction, and atomicity is in its name: no caller ever holds one. All of
// them reject with AppError `storage` when nothing was stored, and with `not_found` where that is said.
import type {
  CompactionRecord,
  Message,
  QueuedMessage,
  SearchHit,
  SessionArchive,
  TrajectoryEntry,
  Turn,
} from '@slipstream/protocol';
import type { SentPrompt } from './sent-prompt.ts';
import type { SessionStore, StoredSession } from './store-sessions.ts';
import type { TurnStore } from './store-turns.ts';

export type * from './store-sessions.ts';
export type * from './store-turns.ts';

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
  /** Of an image that a tool gave: it goes with the trace of this turn. */
  turnId?: string | undefined;
  createdAt: string;
};

/** Both removals give the hashes that no attachment has any more. */
export type AttachmentStore = {
  add(attachment: StoredAttachment): Promise<void>;
  get(id: string): Promise<StoredAttachment | undefined>;
  removeOf(sessionId: string): Promise<string[]>;
  /** Those that no accepted message has, and that are older. */
  removeUnsent(before: string): Promise<string[]>;
  /** Which of the hashes no attachment has. */
  unused(hashes: readonly string[]): Promise<string[]>;
};

export type PromptStore = {
  /** Keeps what the model call of an entry was sent. Rejects with `storage` for an entry that is not there. */
  keep(entry: { id: string; turnId: string }, prompt: SentPrompt): Promise<void>;
  /** Undefined for an entry whose prompt was not kept. */
  get(entryId: string): Promise<SentPrompt | undefined>;
};

export type TraceStore = {
  /** How much the steps of all turns, what they were sent and the images of their tools take, in characters and bytes. */
  size(): Promise<number>;
  /**
   * Removes the traces of some of the oldest ended turns: of how many, 0 when there are no more, and the hashes that no
   * attachment has any more.
   */
  removeOldest(query: { before: string | undefined }): Promise<{ turns: number; unusedFiles: string[] }>;
};

/** A session whole: all branches, and the turns that have ended. */
export type StoredArchive = Pick<SessionArchive, 'messages' | 'turns'> & {
  session: StoredSession;
  /** The files of its messages and the images of its tools. */
  attachments: StoredAttachment[];
};

export type ArchivedTurn = SessionArchive['turns'][number];

/**
 * A session as it was when its reading began, to be read a piece at a time, so that a long one is never held whole and
 * others are served in between. What is deleted meanwhile is left out.
 */
export type ArchiveReading = {
  session: StoredSession;
  /** The files of its messages and the images of its tools. */
  attachments: readonly StoredAttachment[];
  /** Of all branches, oldest first. */
  messages(): AsyncIterable<Message>;
  /** Those that had ended, oldest first. */
  turns(): AsyncIterable<ArchivedTurn>;
  /** The active branch from its root; answers come with the turn that gave them. */
  branch(): AsyncIterable<{ message: Message; turn: ArchivedTurn | undefined }>;
};

export type ArchiveStore = {
  /** Rejects with `not_found`. */
  read(sessionId: string): Promise<ArchiveReading>;
  /** Stores a session with all of it. Rejects with `conflict` when its id is taken. */
  add(archive: StoredArchive): Promise<StoredSession>;
};

export type Store = {
  search: SearchStore;
  archive: ArchiveStore;
  traces: TraceStore;
  prompts: PromptStore;
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
