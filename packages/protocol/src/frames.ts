// Every frame that crosses the WebSocket, in both directions.
import * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';
import { ApprovalDecision, type SequencedEvent } from './events.ts';
import { maxMessageChars } from './frame-limits.ts';
import { Id, Mode } from './primitives.ts';
import type { Message, Session } from './records.ts';
import type { Todo } from './todos.ts';
import type { TurnView } from './turn-view.ts';

const id = z.optional(z.string().check(z.maxLength(64)));

export const Subscribe = z.object({
  type: z.literal('subscribe'),
  id,
  sessionId: Id,
  after: z.optional(z.object({ log: z.string().check(z.maxLength(64)), seq: z.int().check(z.gte(0)) })),
});
export const Unsubscribe = z.object({ type: z.literal('unsubscribe'), id, sessionId: Id });

export const WhenBusy = z.enum(['queue', 'steer', 'interrupt', 'reject']);
export type WhenBusy = z.infer<typeof WhenBusy>;

/** `messageId` is chosen by the client; sending it again is answered with the first answer. */
export const MessageSend = z.object({
  type: z.literal('message.send'),
  id,
  sessionId: Id,
  messageId: Id,
  text: z.string().check(z.minLength(1), z.maxLength(maxMessageChars)),
  attachments: z.optional(z.array(Id).check(z.maxLength(20))),
  model: z.optional(z.string().check(z.maxLength(200))),
  mode: z.optional(Mode),
  /** The message to stand under, another than the head for a new branch; null: at the root. */
  parentId: z.optional(z.nullable(Id)),
  whenBusy: z.optional(WhenBusy),
});
export type MessageSend = z.infer<typeof MessageSend>;

export const MessageUnqueue = z.object({
  type: z.literal('message.unqueue'),
  id,
  sessionId: Id,
  messageId: Id,
});
/** Changes the text of a message that waits; not that of one that has begun. */
export const MessageEdit = z.object({
  type: z.literal('message.edit'),
  id,
  sessionId: Id,
  messageId: Id,
  text: z.string().check(z.minLength(1), z.maxLength(maxMessageChars)),
});
/** Lets the messages run that wait behind an answer that was stopped. */
export const QueueResume = z.object({ type: z.literal('queue.resume'), id, sessionId: Id });
/** Answers once more. `turnId` is the client's own: sent again it is answered with the first answer. */
export const TurnRegenerate = z.object({
  type: z.literal('turn.regenerate'),
  id,
  sessionId: Id,
  messageId: Id,
  turnId: z.optional(Id),
  /** For this answer alone; the session keeps its own. */
  model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
});
export const TurnCancel = z.object({
  type: z.literal('turn.cancel'),
  id,
  sessionId: Id,
  turnId: z.optional(Id),
});
/** Makes the next attempt now, where the turn waits for one; to a turn that does not it means nothing. */
export const TurnRetry = z.object({ type: z.literal('turn.retry'), id, sessionId: Id, turnId: Id });
/** Stops one sub-agent of the running turn; `agentId` is the `id` of its events' `agent`. */
export const AgentCancel = z.object({
  type: z.literal('agent.cancel'),
  id,
  sessionId: Id,
  agentId: Id,
});
export const ApprovalAnswer = z.object({
  type: z.literal('approval.answer'),
  id,
  sessionId: Id,
  approvalId: Id,
  decision: ApprovalDecision,
  /** With `allow_session`: keep the rule that was offered, for all sessions from now on. */
  always: z.optional(z.boolean()),
  note: z.optional(z.string().check(z.maxLength(4000))),
});
export const Ping = z.object({ type: z.literal('ping'), id });

export const ClientFrame = z.discriminatedUnion('type', [
  Subscribe,
  Unsubscribe,
  MessageSend,
  MessageUnqueue,
  MessageEdit,
  QueueResume,
  TurnRegenerate,
  TurnCancel,
  TurnRetry,
  AgentCancel,
  ApprovalAnswer,
  Ping,
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/**
 * `steer`: it joins the running turn at its next safe point, if there is one. `bytes`: the size of the text whole, where
 * this is only its beginning.
 */
export type QueuedMessage = {
  messageId: string;
  text: string;
  turnId: string;
  steer?: true;
  bytes?: number;
};

/** `readOnly`: the server takes no changes; whatever would be one is refused with `read_only`. */
export type ReadyFrame = {
  type: 'ready';
  protocol: 1;
  version: string;
  serverId: string;
  readOnly?: true;
};

/** What was stopped, for the words on the page. */
export type StopReport = { requests: number; tools: number; approvals: number };

export type AckFields = {
  sessionId?: string;
  messageId?: string;
  turnId?: string;
  queued?: boolean;
  removed?: boolean;
  edited?: boolean;
  resumed?: boolean;
  cancelled?: boolean;
  retried?: boolean;
  stopped?: StopReport;
  applied?: boolean;
};
export type AckFrame = { type: 'ack'; id?: string } & AckFields;
export type ErrorFrame = { type: 'error'; id?: string; code: ErrorCode; message: string; details?: unknown };

/** Everything a client needs to show a session; replaces what it held. `seq` is the last event already in it. */
export type SnapshotFrame = {
  type: 'snapshot';
  sessionId: string;
  log: string;
  seq: number;
  session: Session | null;
  messages: Message[];
  hasMore: boolean;
  turn: TurnView | null;
  /** Left out where there is nothing to be done. */
  todos?: readonly Todo[];
  queue: QueuedMessage[];
  queuePaused?: true;
};
export type ResumedFrame = {
  type: 'resumed';
  sessionId: string;
  log: string;
  seq: number;
  queue: QueuedMessage[];
  queuePaused?: true;
};
export type EventsFrame = { type: 'events'; sessionId: string; at: string; events: SequencedEvent[] };

/**
 * The messages that wait, whole, each time they change; to subscribers of the session. `queuePaused`: they wait for
 * the user, since the answer before them was stopped or broke off.
 */
export type QueueUpdatedFrame = {
  type: 'queue.updated';
  sessionId: string;
  queue: QueuedMessage[];
  queuePaused?: true;
};
/** What is to be known of the files that a turn changed is no longer what it was: ask for it again. */
export type ChangesUpdatedFrame = { type: 'changes.updated'; sessionId: string; turnId: string };
export type SessionUpdatedFrame = { type: 'session.updated'; session: Session };
export type SessionDeletedFrame = { type: 'session.deleted'; sessionId: string };
export type PongFrame = { type: 'pong'; id?: string };

export type ServerFrame =
  | ReadyFrame
  | AckFrame
  | ErrorFrame
  | SnapshotFrame
  | ResumedFrame
  | EventsFrame
  | QueueUpdatedFrame
  | ChangesUpdatedFrame
  | SessionUpdatedFrame
  | SessionDeletedFrame
  | PongFrame;
