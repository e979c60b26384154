// One session, alive: its queue, its one running turn, its log and its readers. All that changes the queue or reads
// store and log together goes through one mutex; everything else is synchronous. It knows nothing of sockets.
import {
  AppError,
  type EventsFrame,
  type QueuedMessage,
  type QueueUpdatedFrame,
  type Session,
  type SessionStatus,
  type StopReport,
} from '@slipstream/protocol';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.ts';
import type { ApprovalReply } from './approvals.ts';
import { toTimestamp } from './clock.ts';
import { createMutex } from './mutex.ts';
import { runSessionTurn } from './run-session-turn.ts';
import type { RunnerEvents, SessionDeps } from './session-deps.ts';
import { createSessionLog } from './session-log.ts';
import { toSessionTitle } from './session-title.ts';
import type { SendMessage, Subscriber } from './sessions.ts';
import { toStopReport } from './stop-report.ts';
import type { StoredSession } from './store.ts';

export type Sent = { turnId: string; queued: boolean };

export type SessionRunner = {
  readonly status: SessionStatus;
  /** Nothing runs, waits or reads. */
  readonly idle: boolean;
  send(message: SendMessage): Promise<Sent>;
  unqueue(messageId: string): Promise<boolean>;
  cancel(turnId: string | undefined): Promise<{ cancelled: boolean; stopped?: StopReport }>;
  answer(approvalId: string, reply: ApprovalReply): boolean;
  queue(): QueuedMessage[];
  subscribe(after: { log: string; seq: number } | undefined, subscriber: Subscriber): Promise<() => void>;
  /** The session's record was changed by someone else. */
  refresh(session: StoredSession): void;
  /** Starts what waits, unless it waits for the user. */
  resume(): void;
  /** Takes nothing new; resolves when nothing runs any more. */
  finish(): Promise<void>;
  /** Stops the running turn as `status`, and resolves when it is over. The queue stays. */
  stop(status: 'cancelled' | 'interrupted'): Promise<void>;
};

export const maxQueued = 50;
const snapshotMessages = 50;
const rememberedAcks = 256;

type CurrentTurn = { turnId: string; controller: AbortController; desk: ApprovalDesk; done: Promise<void> };

export async function createSessionRunner(
  sessionId: string,
  deps: SessionDeps,
  events: RunnerEvents,
): Promise<SessionRunner> {
  const { store, clock, ids } = deps;
  const log = createSessionLog({ id: ids.next(), sessionId, clock });
  const exclusive = createMutex();
  const grants = new Set<string>();
  const acks = new Map<string, Sent>();
  let stored = await store.sessions.get(sessionId);
  let queue = stored ? await store.history.queue(sessionId) : [];
  let current: CurrentTurn | undefined;
  let stoppedStatus: 'cancelled' | 'interrupted' = 'cancelled';
  let closing = false;
  // What waits behind an answer that was stopped or broke off waits for the user's next word.
  let paused = stored?.lastTurn?.status === 'cancelled' || stored?.lastTurn?.status === 'interrupted';

  const status = (): SessionStatus => {
    if (current) return current.desk.waiting > 0 ? 'waiting' : 'running';
    return queue.length > 0 ? 'queued' : 'idle';
  };
  const isIdle = () => !current && queue.length === 0 && log.readers === 0 && !exclusive.busy;
  const toSession = (session: StoredSession): Session => ({ ...session, status: status() });
  const publishSession = () => {
    if (stored) events.onSession(toSession(stored));
  };
  const publishQueue = () => {
    const frame: QueueUpdatedFrame = { type: 'queue.updated', sessionId, queue };
    log.send(JSON.stringify(frame));
  };
  const removeFromQueue = (turnId: string) => {
    queue = queue.filter((each) => each.turnId !== turnId);
  };

  const kick = () => {
    const next = queue[0];
    if (current || paused || closing || !next) return;
    const controller = new AbortController();
    const desk = createApprovalDesk(publishSession);
    const { turnId } = next;
    let begun = false;
    const done = runSessionTurn({
      turnId,
      deps,
      log,
      exclusive,
      desk,
      grants,
      mode: {
        get: () => stored?.mode ?? 'default',
        async set(mode) {
          stored = await store.sessions.update(sessionId, { mode });
          publishSession();
        },
      },
      signal: controller.signal,
      stop: (reason) => controller.abort(reason),
      stoppedStatus: () => stoppedStatus,
      onSession(session) {
        stored = session;
        if (!begun) removeFromQueue(turnId);
        else current = undefined;
        begun = true;
        publishSession();
      },
    })
      .catch((err: unknown) => {
        deps.log.error({ err, sessionId, turnId }, 'a turn could not begin');
        // Removed meanwhile: go on with the next. Anything else: it stays queued until the next message.
        if (err instanceof AppError && err.code === 'not_found') removeFromQueue(turnId);
        else paused = true;
      })
      .finally(() => {
        if (current?.turnId === turnId) {
          current = undefined;
          publishSession();
        }
        kick();
        if (isIdle()) events.onIdle();
      });
    current = { turnId, controller, desk, done };
    publishSession();
  };

  const accept = async (message: SendMessage): Promise<Sent> => {
    if (closing) throw new AppError('unavailable');
    const known = acks.get(message.messageId);
    const busy = current !== undefined || queue.length > 0;
    if (!known && busy && message.whenBusy === 'reject')
      throw new AppError('busy', 'A turn is running; wait for its end, stop it, or queue the message.');
    if (!known && queue.length >= maxQueued)
      throw new AppError('busy', `${maxQueued} messages wait already; let some of them run first.`);
    if (message.model !== undefined && !deps.models.get(message.model))
      throw new AppError('not_found', `There is no model named "${message.model}"; choose one of the list.`);
    const now = toTimestamp(clock.now());
    const turnId = ids.next();
    const accepted = await store.turns.acceptMessage({
      session: {
        id: sessionId,
        title: toSessionTitle(message.text),
        model: message.model ?? deps.models.defaultId(),
        mode: message.mode ?? 'default',
        workspace: deps.workspace,
        now,
      },
      messageId: message.messageId,
      turnId,
      text: message.text,
      model: message.model,
      mode: message.mode,
      channel: message.channel,
      now,
    });
    if (accepted.kind === 'conflict')
      throw new AppError(
        'conflict',
        'This message id was used before, with another text or in another session.',
      );
    if (accepted.kind === 'duplicate') {
      // Sent again while it waits behind a stopped answer: that is the word to go on.
      if (accepted.turnStatus === 'queued') paused = false;
      return known ?? { turnId: accepted.turnId, queued: accepted.turnStatus === 'queued' };
    }
    stored = await store.sessions.get(sessionId);
    const sent = { turnId, queued: busy };
    acks.set(message.messageId, sent);
    if (acks.size > rememberedAcks) for (const oldest of [...acks.keys()].slice(0, 1)) acks.delete(oldest);
    queue = [...queue, { messageId: message.messageId, text: message.text, turnId }];
    paused = false;
    if (busy) publishQueue();
    publishSession();
    return sent;
  };

  const remove = (pick: (each: QueuedMessage) => boolean): Promise<boolean> =>
    exclusive.run(async () => {
      const found = queue.find(pick);
      if (!found || !(await store.turns.removeQueued(found.turnId))) return false;
      removeFromQueue(found.turnId);
      acks.delete(found.messageId);
      publishQueue();
      publishSession();
      return true;
    });

  const open = (
    first: Parameters<Subscriber['open']>[0],
    missed: EventsFrame | null,
    subscriber: Subscriber,
  ) => {
    subscriber.open(first, missed);
    const removeReader = log.addReader(subscriber);
    return () => {
      removeReader();
      if (isIdle()) events.onIdle();
    };
  };

  return {
    get status() {
      return status();
    },
    get idle() {
      return isIdle();
    },
    async send(message) {
      const sent = await exclusive.run(() => accept(message));
      kick();
      return sent;
    },
    unqueue: (messageId) => remove((each) => each.messageId === messageId),
    async cancel(turnId) {
      if (turnId !== undefined && turnId !== current?.turnId)
        return { cancelled: await remove((each) => each.turnId === turnId) };
      if (!current) return { cancelled: false };
      const stopped = toStopReport(log.view, current.desk.waiting);
      paused = queue.some((each) => each.turnId !== current?.turnId);
      current.controller.abort(new Error('stopped by the user'));
      return { cancelled: true, stopped };
    },
    answer: (approvalId, reply) => current?.desk.answer(approvalId, reply) ?? false,
    queue: () => queue,
    subscribe: (after, subscriber) =>
      exclusive.run(async () => {
        log.flush();
        const missed = after?.log === log.id ? log.since(after.seq) : null;
        if (after && missed) {
          const frame: EventsFrame | null =
            missed.length > 0
              ? { type: 'events', sessionId, at: toTimestamp(clock.now()), events: missed }
              : null;
          return open({ type: 'resumed', sessionId, log: log.id, seq: after.seq, queue }, frame, subscriber);
        }
        const session = await store.sessions.get(sessionId);
        const page = session
          ? await store.history.messages(sessionId, { limit: snapshotMessages })
          : { messages: [], nextCursor: null };
        // From here to the reader's registration nothing is awaited: the snapshot and the log are in step.
        log.flush();
        return open(
          {
            type: 'snapshot',
            sessionId,
            log: log.id,
            seq: log.seq,
            session: session ? toSession(session) : null,
            messages: page.messages,
            hasMore: page.nextCursor !== null,
            turn: log.view,
            queue,
          },
          null,
          subscriber,
        );
      }),
    refresh(session) {
      stored = session;
      publishSession();
    },
    resume: kick,
    async finish() {
      closing = true;
      await current?.done;
    },
    async stop(why) {
      closing = true;
      stoppedStatus = why;
      current?.controller.abort(new Error(why));
      await current?.done;
      await exclusive.run(async () => undefined);
    },
  };
}
