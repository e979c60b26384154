// What the client gives to whoever shows sessions: immutable state to read, functions to call, one way to listen.
import type {
  ApprovalDecision,
  AttachmentInfo,
  ChangedFile,
  ChangedFileDiff,
  CompactionRecord,
  ErrorCode,
  ExportFormat,
  FileChange,
  HeartbeatInfo,
  McpServerList,
  Message,
  Mode,
  ModelList,
  OwnToolList,
  PermissionList,
  PromptView,
  QueuedMessage,
  SearchHit,
  Session,
  SessionCompaction,
  SkillList,
  StepPrompt,
  StepQuery,
  StopReport,
  Todo,
  Trajectory,
  TrajectoryEntry,
  TurnPart,
  TurnView,
  WhenBusy,
  WorkspaceContent,
  WorkspaceFileInfo,
  WorkspaceFileText,
  WorkspaceFolder,
} from '@slipstream/protocol';

/**
 * `connecting`: the first time. `online`: frames flow. `reconnecting`: it was online and tries again by itself
 * (`retryAt`, epoch ms, is when). `offline`: the device says that it has no network. `unauthorized`: the server wants
 * the access token; `signIn` goes on from there.
 */
export type ConnectionState = {
  phase: 'connecting' | 'online' | 'reconnecting' | 'offline' | 'unauthorized';
  retryAt: number | null;
};

/** A message that the server has not acknowledged. It stays until it is acked, also over a reload. */
export type PendingMessage = {
  messageId: string;
  text: string;
  createdAt: string;
  /** `failed`: the server refused it; `error` says why, and `retryMessage` or `dropMessage` decide. */
  state: 'sending' | 'failed';
  error: { code: ErrorCode; message: string } | null;
};

/** One session as it is known now. A new object whenever anything in it changed; unchanged parts keep identity. */
export type SessionState = {
  sessionId: string;
  /** `loading`: no snapshot yet. `ready`: everything below is true as of the last frame. */
  phase: 'loading' | 'ready';
  /** Null for a session that does not exist yet (its first message makes it), or was deleted. */
  session: Session | null;
  deleted: boolean;
  /** The active branch, oldest first; older ones by `loadOlder` while `hasMore`. */
  messages: readonly Message[];
  hasMore: boolean;
  loadingOlder: boolean;
  /** The turn that runs now. */
  turn: TurnView | null;
  /** What is to be done, as the model wrote it last. A list that is all done goes with the next turn. */
  todos: readonly Todo[];
  /** Turns that ended while they were watched, and past turns whose trajectory was loaded, by turn id. */
  finished: Readonly<Record<string, TurnView>>;
  /** The files that a turn changed, by turn id, where `loadChanges` asked for them; kept up by itself then. */
  changes: Readonly<Record<string, readonly FileChange[]>>;
  queue: readonly QueuedMessage[];
  /** What waits does so for the user: the answer before it was stopped or broke off. */
  queuePaused: boolean;
  pending: readonly PendingMessage[];
  /** True from the click on Stop until the turn is over. */
  stopping: boolean;
};

export type SessionListState = {
  phase: 'loading' | 'ready' | 'error';
  error: string | null;
  /** Newest activity first, pinned ones among them; live status kept up by the server. */
  sessions: readonly Session[];
  hasMore: boolean;
};

export type SendOptions = {
  model?: string;
  mode?: Mode;
  /** The message to stand under, for another branch; null: at the root. */
  parentId?: string | null;
  /** `queue` where it is left out. */
  whenBusy?: WhenBusy;
  /** Ids that `attach` gave. */
  attachments?: readonly string[];
};

export type AddedTools = McpServerList & OwnToolList;

/** `always`, with `allow_session`: the rule that was offered is kept for all sessions. */
export type AnswerDetails = { note?: string; always?: boolean };

export type Client = {
  /** Calls `listener` after any change, at most once per task; gives what ends it. */
  listen(listener: () => void): () => void;
  connection(): ConnectionState;
  /** The server takes no changes: whatever would be one is refused with `read_only`. What it said last. */
  readOnly(): boolean;
  sessionList(): SessionListState;
  session(sessionId: string): SessionState;

  /** Opens the socket. `close` ends everything; no listener is called after it. */
  start(): void;
  close(): void;
  /** Tries the connection again now. */
  reconnect(): void;
  /** Exchanges the access token for a cookie; false when it is wrong. */
  signIn(token: string): Promise<boolean>;

  /** Keeps the session subscribed until the returned function is called; counted, so it may be called twice. */
  open(sessionId: string): () => void;
  loadOlder(sessionId: string): Promise<void>;
  /** Loads a past turn into `finished`; resolves at once when it is there. */
  loadTurn(sessionId: string, turnId: string): Promise<void>;

  /** Finds out what a turn changed in files, and what of it can be undone now; gives it in `changes`. */
  loadChanges(sessionId: string, turnId: string): Promise<void>;
  /** Undoes one change, or all of the turn that can be; what became of each is in `changes` then. */
  undoChanges(sessionId: string, turnId: string, changeId?: string): Promise<void>;

  /** Puts the message into the outbox and sends it; gives its id. It is sent again after every reconnect until acked. */
  send(sessionId: string, text: string, options?: SendOptions): string;
  retryMessage(sessionId: string, messageId: string): void;
  /** Removes a failed message and gives its text, so that it can go back into the composer. */
  dropMessage(sessionId: string, messageId: string): string;
  /** Removes a message that waits in the server's queue; false when it has started already. */
  unqueue(sessionId: string, messageId: string): Promise<boolean>;
  /** Changes the text of a message that waits in the server's queue; false when it has started already. */
  editQueued(sessionId: string, messageId: string, text: string): Promise<boolean>;
  /** Lets what waits behind a stopped answer run. */
  resumeQueue(sessionId: string): Promise<boolean>;
  /** Answers a message again, beside the answer that is there; `model` is for this answer alone. */
  regenerate(sessionId: string, messageId: string, options?: { model?: string }): Promise<void>;
  /** Removes a message and all that follows it for good; rejects with `busy` while a turn runs or waits. */
  deleteMessage(sessionId: string, messageId: string): Promise<void>;
  /** Shows the newest branch that goes through the message. */
  showVersion(sessionId: string, messageId: string): Promise<void>;
  /** Stops the running turn; `stopped` says what that ended. */
  stop(sessionId: string): Promise<{ cancelled: boolean; stopped?: StopReport }>;
  /** Makes the next attempt of a turn that waits for one now. False when it waits for none (any more). */
  retryNow(sessionId: string, turnId: string): Promise<boolean>;
  /** Stops one sub-agent of the running turn. False when it is not at work (any more). */
  stopAgent(sessionId: string, agentId: string): Promise<boolean>;
  /** False when it was answered before, or its turn is over. */
  answerApproval(
    sessionId: string,
    approvalId: string,
    decision: ApprovalDecision,
    more?: AnswerDetails,
  ): Promise<boolean>;

  loadMoreSessions(): Promise<void>;
  /**
   * Sessions whose title or messages match, the newest first; not kept in the state. `archived` looks among those put
   * away, where an empty query gives them all.
   */
  searchSessions(query: string, options?: { archived?: boolean }): Promise<Session[]>;
  /** Places in titles, messages and the work behind them, the newest first; not kept in the state. */
  search(query: string): Promise<SearchHit[]>;
  updateSession(
    sessionId: string,
    changes: { title?: string; pinned?: boolean; archived?: boolean; model?: string; mode?: Mode },
  ): Promise<Session>;
  /** Sends a file to the session, which need not exist yet, for a message that names its id. */
  attach(sessionId: string, file: Blob, name: string): Promise<AttachmentInfo>;
  attachmentUrl(id: string): string;
  /** Where the session can be downloaded. */
  exportUrl(sessionId: string, format: ExportFormat): string;
  /** Makes a session of its own from the parsed text of a JSON export. */
  importSession(archive: unknown): Promise<Session>;
  deleteSession(sessionId: string): Promise<void>;
  models(): Promise<ModelList>;
  /** What the server's owner has added to the tools, and how it is. */
  addedTools(): Promise<AddedTools>;
  /** The periodic tasks; `switchHeartbeat` gives them as they are then. */
  heartbeat(): Promise<HeartbeatInfo>;
  switchHeartbeat(on: boolean): Promise<HeartbeatInfo>;
  /** The rules of the server, and what keeps commands in. */
  permissions(): Promise<PermissionList>;
  /** Removes a rule that was kept; rejects with `not_found` where it is gone already. */
  removePermission(ruleId: string): Promise<void>;
  /** What the next message of the session would be sent with. */
  prompt(sessionId: string): Promise<PromptView>;
  /** Folds older messages into a summary; null where there is nothing to fold. */
  compact(sessionId: string): Promise<SessionCompaction | null>;
  compactions(sessionId: string): Promise<CompactionRecord[]>;
  undoCompaction(sessionId: string, compactionId: string): Promise<void>;
  /** The files of the workspace that go into prompts. */
  workspaceFiles(): Promise<WorkspaceFileInfo[]>;
  workspaceFile(path: string): Promise<WorkspaceFileText>;
  writeWorkspaceFile(file: WorkspaceFileText): Promise<WorkspaceFileText>;
  /** Names of files and folders of the workspace that fit, the likeliest first; folders end in `/`. */
  workspacePaths(query: string): Promise<string[]>;
  /** What is in a folder of the workspace; the empty path is the workspace itself. */
  workspaceFolder(path: string): Promise<WorkspaceFolder>;
  /** What is in a file. Rejects with `forbidden` for one that is not shown. */
  workspaceContent(path: string): Promise<WorkspaceContent>;
  /** Where the file itself is: an image to show, anything else to download. */
  workspaceUrl(path: string): string;
  /** The files that the session's tools have changed, the one changed last first; not kept in the state. */
  changedFiles(sessionId: string): Promise<ChangedFile[]>;
  /** One of them, beside what it was before. */
  changedFile(sessionId: string, path: string): Promise<ChangedFileDiff>;
  skills(): Promise<SkillList['skills']>;
  trajectory(sessionId: string, turnId: string): Promise<Trajectory>;
  /** What a view holds only the beginning of, whole: a step's entry, or a call's with the questions about it. */
  wholePart(sessionId: string, turnId: string, part: TurnPart): Promise<TrajectoryEntry[]>;
  /** What a model call was sent; null where that was not kept. */
  stepPrompt(sessionId: string, turnId: string, step: StepQuery): Promise<StepPrompt | null>;
  /** The whole text of a message that waits; null when it does not wait any more. */
  queuedText(sessionId: string, messageId: string): Promise<string | null>;
};
