// The part of the Store port that keeps turns and their entries; its rules are those of `store.ts`.
import type {
  Digest,
  EntryKind,
  EntryStatus,
  Message,
  Mode,
  TraceSummary,
  Turn,
  TurnError,
  TurnStatus,
  Usage,
} from '@slipstream/protocol';
import type { NewSession, StoredSession } from './store-sessions.ts';

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
  /**
   * Keeps the running turn's text so far (of its last step), in place of the last one kept. `now` is kept as its last
   * sign of life, for how long it had worked where the server dies.
   */
  checkpoint(turnId: string, text: string, now?: string): Promise<void>;
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
