// What one session's runner can do, for whoever holds all of them.

import type { QueuedMessage, ServerFrame, SessionStatus, StopReport } from '@slipstream/protocol';
import type { ApprovalReply } from './approvals.ts';
import type { SessionFolding } from './context/session-folding.ts';
import type { Sent } from './session-intake.ts';
import type { RegenerateTurn, SendMessage, Subscriber } from './sessions.ts';
import type { StoredSession } from './store.ts';

export type SessionRunner = {
  readonly status: SessionStatus;
  /** Nothing runs, waits or reads. */
  readonly idle: boolean;
  send(message: SendMessage): Promise<Sent>;
  regenerate(input: RegenerateTurn): Promise<{ turnId: string }>;
  unqueue(messageId: string): Promise<boolean>;
  editQueued(messageId: string, text: string): Promise<boolean>;
  resumeQueue(): boolean;
  cancel(turnId: string | undefined): Promise<{ cancelled: boolean; stopped?: StopReport }>;
  /** Ends the waits for further attempts of that turn; false when it does not run, or waits for none. */
  retryNow(turnId: string): boolean;
  cancelAgent(agentId: string): boolean;
  answer(approvalId: string, reply: ApprovalReply): boolean;
  queue(): QueuedMessage[];
  subscribe(after: { log: string; seq: number } | undefined, subscriber: Subscriber): Promise<() => void>;
  /** Switches to another branch, and gives every reader a snapshot of it. */
  moveHead(to: { messageId: string; newest: boolean }): Promise<void>;
  /** Removes a message and all that follows it, and gives every reader a snapshot; gives the files that nothing uses now. */
  removeMessage(messageId: string): Promise<string[]>;
  /** Runs the work while no turn runs, lets none begin meanwhile; `tell` reaches the readers. `busy` when one runs. */
  whileIdle<T>(work: (tell: (frame: ServerFrame) => void) => Promise<T>): Promise<T>;
  /** Older messages folded by hand. */
  folding: SessionFolding;
  /** The session's record was changed by someone else. */
  refresh(session: StoredSession): void;
  /** Starts what waits, unless it waits for the user. */
  resume(): void;
  /** Takes nothing new; resolves when nothing runs any more. */
  finish(): Promise<void>;
  /** Stops the running turn as `status`, and resolves when it is over. The queue stays. */
  stop(status: 'cancelled' | 'interrupted'): Promise<void>;
};
