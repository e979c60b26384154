// The face of the sessions towards any front end: commands in, frames out. A gateway, a command line and a test all
// use this and nothing below it.
import type {
  AttachmentInfo,
  ChangedFileDiff,
  ChangedFileList,
  CompactionList,
  CompactResult,
  EventsFrame,
  ExportFormat,
  Message,
  MessagePage,
  Mode,
  PromptView,
  QueuedMessage,
  ResumedFrame,
  SearchResult,
  Session,
  SessionArchive,
  SessionDeletedFrame,
  SessionPage,
  SessionUpdatedFrame,
  SnapshotFrame,
  StepPromptResult,
  StepQuery,
  StopReport,
  Trajectory,
  TurnChanges,
  TurnPart,
  TurnPartEntries,
  WhenBusy,
} from '@slipstream/protocol';
import type { ApprovalReply } from './approvals.ts';
import type { StoredAttachment } from './store.ts';

/** A file whose bytes are kept already. */
export type KeptFile = Omit<StoredAttachment, 'id' | 'sessionId' | 'createdAt'>;

export type SendMessage = {
  sessionId: string;
  messageId: string;
  text: string;
  model?: string | undefined;
  mode?: Mode | undefined;
  /** The message to stand under, in the place of the head; null: at the root. */
  parentId?: string | null | undefined;
  attachments?: readonly string[] | undefined;
  whenBusy?: WhenBusy | undefined;
  /** Which front end it came through: `web`, `ws`, a bot's name; and what the conversation is called there. */
  channel: string;
  chatId?: string | undefined;
};

export type RegenerateTurn = {
  sessionId: string;
  /** The answer to replace, or the user's message to answer again. */
  messageId: string;
  /** The caller's own id for the new turn: the same again starts nothing new. */
  turnId?: string | undefined;
  /** For this answer alone. Rejects with `not_found` for one that there is not. */
  model?: string | undefined;
  channel: string;
};

/**
 * A reader of one session. All calls are synchronous and in order: `open` once, then `frame` for everything after
 * it, without a gap between the two. `frame` gets the encoded text of one server frame, the same string for every
 * reader. Neither may throw or block.
 */
export type Subscriber = {
  open(first: SnapshotFrame | ResumedFrame, missed: EventsFrame | null): void;
  frame(text: string): void;
};

export type Sessions = {
  create(input: {
    id?: string | undefined;
    title?: string | undefined;
    model?: string | undefined;
    mode?: Mode | undefined;
    workspace?: string | undefined;
  }): Promise<{ session: Session; created: boolean }>;
  /** Rejects with `not_found`, as do all below that name a session. */
  get(sessionId: string): Promise<Session>;
  list(query: {
    limit: number;
    cursor?: string | undefined;
    archived: boolean;
    q?: string | undefined;
  }): Promise<SessionPage>;
  update(
    sessionId: string,
    changes: {
      title?: string | undefined;
      pinned?: boolean | undefined;
      archived?: boolean | undefined;
      model?: string | undefined;
      mode?: Mode | undefined;
      /** Another branch: the one that ends with this message. Rejects with `busy` while a turn runs. */
      headId?: string | undefined;
      /** Another branch: the newest one that goes through this message. */
      branchId?: string | undefined;
    },
  ): Promise<Session>;
  /** Changes the title unless it is another than `from` by now: nobody's own title is replaced. */
  retitle(sessionId: string, title: { from: string; to: string }): Promise<{ changed: boolean }>;
  search(query: { q: string; limit: number }): Promise<SearchResult>;
  /** Makes a kept file known, for a message of the session, which need not exist yet. */
  attach(attachment: Omit<StoredAttachment, 'id' | 'createdAt'>): Promise<AttachmentInfo>;
  /** Rejects with `not_found`. */
  attachment(id: string): Promise<AttachmentInfo>;
  /** The session as a file of that form, a piece at a time, as it was when this resolved. Rejects with `not_found`. */
  export(sessionId: string, format: ExportFormat): Promise<AsyncIterable<string>>;
  /** Makes a session of its own from what `json` gave, with those of its files that were kept, by their ids there. */
  import(archive: SessionArchive, files?: ReadonlyMap<string, KeptFile>): Promise<Session>;
  /** Stops what runs, waits for its end, then removes everything. */
  delete(sessionId: string): Promise<void>;
  /** Removes a message and all that follows it. Rejects with `busy` while a turn runs or waits. */
  deleteMessage(sessionId: string, messageId: string): Promise<Session>;
  messages(sessionId: string, query: { limit: number; before?: string | undefined }): Promise<MessagePage>;
  /** One message of the session. Rejects with `not_found`. */
  message(sessionId: string, messageId: string): Promise<Message>;
  /** With `preview` its long outputs as they are first shown. */
  trajectory(sessionId: string, turnId: string, show?: { preview: boolean }): Promise<Trajectory>;
  /** One part of a turn, whole. Rejects with `not_found`. */
  part(sessionId: string, turnId: string, part: TurnPart): Promise<TurnPartEntries>;
  /** What the step's call was sent; null where that was not kept. Rejects with `not_found` for no such step. */
  stepPrompt(sessionId: string, turnId: string, step: StepQuery): Promise<StepPromptResult>;
  /** The files that the session's tools have changed, the one changed last first. */
  changedFiles(sessionId: string): Promise<ChangedFileList>;
  /** One of them, beside what it was before. Rejects with `not_found` for a file that is none of them. */
  changedFile(sessionId: string, path: string): Promise<ChangedFileDiff>;
  /** The files that the turn's tools changed, as they are at this moment. */
  changes(sessionId: string, turnId: string): Promise<TurnChanges>;
  /**
   * Undoes one change, or all of the turn that still can be; gives them as they are then. Again does nothing more.
   * `busy` while a turn of the session runs. Every reader is told by `changes.updated`.
   */
  undo(sessionId: string, turnId: string, changeId?: string): Promise<TurnChanges>;
  /** What the next message would be sent with. */
  prompt(sessionId: string): Promise<PromptView>;
  /** Folds older messages now. `busy` while a turn runs; `compaction` is null where there is nothing to fold. */
  compact(sessionId: string): Promise<CompactResult>;
  compactions(sessionId: string): Promise<CompactionList>;
  /** Takes back the newest fold that counts; `conflict` for any other, `busy` while a turn runs. */
  undoCompaction(sessionId: string, compactionId: string): Promise<Session>;

  /**
   * Resolves when the message is stored. The same id again gives the first answer; with another text it rejects with
   * `conflict`; `busy` when `whenBusy` is `reject` and a turn runs, and when the queue is full; `not_found` for a
   * model that is not listed and for a parent that is not in the session; `unavailable` while the server stops.
   */
  send(message: SendMessage): Promise<{ turnId: string; queued: boolean }>;
  /** Answers a message again, as a branch beside the first answer. Rejects with `busy` while a turn runs. */
  regenerate(input: RegenerateTurn): Promise<{ turnId: string }>;
  unqueue(sessionId: string, messageId: string): Promise<{ removed: boolean }>;
  /** Changes the text of a message that waits; false when it does not wait (any more). */
  editQueued(sessionId: string, messageId: string, text: string): Promise<{ edited: boolean }>;
  /** Lets what waits behind a stopped answer run; false when nothing waits for that. */
  resumeQueue(sessionId: string): Promise<{ resumed: boolean }>;
  /**
   * Stops the running turn, or removes the named queued one. Resolves at once, when the stop is under way; the turn's
   * `turn.finished` tells its end. Messages that wait in the queue stay there until the next message is sent.
   */
  cancel(sessionId: string, turnId?: string): Promise<{ cancelled: boolean; stopped?: StopReport }>;
  /** Makes the next attempt of the running turn now. `retried` is false when it waits for none (any more). */
  retryNow(sessionId: string, turnId: string): Promise<{ retried: boolean }>;
  /** Stops one sub-agent of the running turn alone; its parent is told. `cancelled` is false when it is not at work. */
  cancelAgent(sessionId: string, agentId: string): Promise<{ cancelled: boolean }>;
  answerApproval(sessionId: string, approvalId: string, answer: ApprovalReply): Promise<{ applied: boolean }>;
  queue(sessionId: string): Promise<QueuedMessage[]>;

  /** Reads a session that may not exist yet. The returned function ends it; nothing is called after that. */
  subscribe(
    sessionId: string,
    after: { log: string; seq: number } | undefined,
    subscriber: Subscriber,
  ): Promise<() => void>;
  /** Hears of every session's changes. */
  watch(listener: (frame: SessionUpdatedFrame | SessionDeletedFrame) => void): () => void;

  /**
   * To be called once before anything else: closes what a killed process left open, and resumes queues, or keeps them
   * as they are.
   */
  recover(queues?: 'resume' | 'keep'): Promise<{ interrupted: number }>;
  /** Refuses new messages, gives running turns `graceMs`, then stops them and waits until all is stored. */
  close(graceMs: number): Promise<void>;
  /** How many turns run now. */
  running(): number;
};
