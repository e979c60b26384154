// One session, alive: its queue, its one running turn, its log and its readers. All that changes the queue or reads
// store and log together goes through one mutex; everything else is synchronous. It knows nothing of sockets.
import {
  AppError,
  type EventsFrame,
  type QueuedMessage,
  type Session,
  type SessionStatus,
} from '@slipstream/protocol';
import { createStopDesk } from './agents/agent-stops.ts';
import { createApprovalDesk } from './approval-desk.ts';
import { toTimestamp } from './clock.ts';
import { createSessionFolding } from './context/session-folding.ts';
import type { CurrentTurn } from './current-turn.ts';
import { createMutex } from './mutex.ts';
import { createQueueSteering } from './queue-steering.ts';
import { createRetryDesk } from './retry-desk.ts';
import { runSessionTurn } from './run-session-turn.ts';
import { createSessionBranches } from './session-branches.ts';
import type { RunnerEvents, SessionDeps } from './session-deps.ts';
import { createSessionFrames } from './session-frames.ts';
import { createSessionIntake } from './session-intake.ts';
import { createSessionLog } from './session-log.ts';
import { createSessionQueue } from './session-queue.ts';
import type { SessionRunner } from './session-runner-face.ts';
import type { Subscriber } from './sessions.ts';
import type { Steering } from './steering.ts';
import { toStopReport } from './stop-report.ts';
import type { StoredSession } from './store.ts';

export async function createSessionRunner(
  sessionId: string,
  deps: SessionDeps,
  events: RunnerEvents,
): Promise<SessionRunner> {
  const { store, clock, ids } = deps;
  const log = createSessionLog({ id: ids.next(), sessionId, clock });
  const exclusive = createMutex();
  const grants = new Set<string>();
  let stored = await store.sessions.get(sessionId);
  const broke = stored?.lastTurn?.status === 'cancelled' || stored?.lastTurn?.status === 'interrupted';
  const queue = createSessionQueue(stored ? await store.history.queue(sessionId) : [], broke);
  let current: CurrentTurn | undefined;
  let stoppedStatus: 'cancelled' | 'interrupted' = 'cancelled';
  let closing = false;

  const status = (): SessionStatus => {
    if (current) return current.desk.waiting > 0 ? 'waiting' : 'running';
    if (folding.busy) return 'running';
    return queue.length > 0 ? 'queued' : 'idle';
  };
  const isIdle = () =>
    !current && !folding.busy && queue.length === 0 && log.readers === 0 && !exclusive.busy;
  const toSession = (session: StoredSession): Session => ({ ...session, status: status() });
  const publishSession = () => {
    if (stored) events.onSession(toSession(stored));
  };
  const frames = createSessionFrames(sessionId, { store, log, queue, toSession });
  const publishQueue = () => log.send(JSON.stringify(frames.queueUpdated()));
  const intake = createSessionIntake(sessionId, deps, {
    queue,
    running: () => current?.turnId,
    closing: () => closing,
    onAccepted(session) {
      stored = session;
    },
  });

  const steeringOf = (turnId: string): Steering =>
    createQueueSteering(sessionId, turnId, deps, {
      queue,
      exclusive,
      onJoined(session) {
        stored = session;
      },
    });

  const kick = () => {
    const next = queue.items[0];
    if (current || folding.busy || queue.paused || closing || !next) return;
    const controller = new AbortController();
    const desk = createApprovalDesk(publishSession);
    const reach = { desk, stops: createStopDesk(), retries: createRetryDesk() };
    const { turnId } = next;
    let begun = false;
    const done = runSessionTurn({
      turnId,
      deps,
      log,
      exclusive,
      ...reach,
      grants,
      mode: {
        get: () => stored?.mode ?? 'default',
        async set(mode) {
          stored = await store.sessions.update(sessionId, { mode });
          publishSession();
        },
      },
      steering: steeringOf(turnId),
      onJoined: publishQueue,
      signal: controller.signal,
      stop: (reason) => controller.abort(reason),
      stoppedStatus: () => stoppedStatus,
      onSession(session) {
        stored = session;
        if (!begun) queue.remove(turnId);
        else current = undefined;
        begun = true;
        publishSession();
      },
      onChanged(session) {
        stored = session;
        publishSession();
      },
    })
      .catch((err: unknown) => {
        // Removed by the person in the moment of its beginning. Anything else stays queued until the next message.
        if (err instanceof AppError && err.code === 'not_found') queue.remove(turnId);
        else {
          deps.log.error({ err, sessionId, turnId }, 'a turn could not begin');
          queue.paused = true;
        }
        publishQueue();
      })
      .finally(() => {
        if (current?.turnId === turnId) {
          current = undefined;
          publishSession();
        }
        if (queue.stopSteering()) publishQueue();
        kick();
        if (isIdle()) events.onIdle();
      });
    current = { turnId, controller, ...reach, done };
    publishSession();
  };

  /** Tells of what was accepted, and starts it if nothing runs. */
  const accepted = () => {
    if (current || queue.length > 1) publishQueue();
    publishSession();
  };

  const remove = (pick: (each: QueuedMessage) => boolean): Promise<boolean> =>
    exclusive.run(async () => {
      const found = queue.items.find(pick);
      if (!found || !(await store.turns.removeQueued(found.turnId))) return false;
      queue.remove(found.turnId);
      intake.forget(found.messageId);
      publishQueue();
      publishSession();
      return true;
    });

  const whileIdle: SessionRunner['whileIdle'] = (work) =>
    exclusive.run(async () => {
      if (current) throw new AppError('busy', 'A turn is running; stop it or wait for its end.');
      return work((frame) => log.send(JSON.stringify(frame)));
    });
  const folding = createSessionFolding(sessionId, deps, {
    assertIdle() {
      if (closing) throw new AppError('unavailable');
      if (current) throw new AppError('busy', 'A turn is running; stop it or wait for its end.');
    },
    session: () => stored,
    changed(session) {
      if (session) stored = session;
      publishSession();
    },
    over() {
      kick();
      if (isIdle()) events.onIdle();
    },
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

  const branches = createSessionBranches(sessionId, {
    sessions: store.sessions,
    whileIdle,
    isFolding: () => folding.busy,
    changed: (session) => {
      stored = session;
    },
    forget: intake.forget,
    async showAnew() {
      log.skip();
      if (log.readers > 0) log.send(JSON.stringify(await frames.snapshot()));
      publishSession();
    },
  });

  return {
    get status() {
      return status();
    },
    get idle() {
      return isIdle();
    },
    async send(message) {
      const { isNew, ...sent } = await exclusive.run(async () => {
        const taken = await intake.send(message);
        if (taken.isNew) accepted();
        return taken;
      });
      if (isNew && message.whenBusy === 'interrupt' && current?.turnId !== sent.turnId)
        current?.controller.abort(new Error('interrupted by a new message'));
      kick();
      return sent;
    },
    async regenerate(input) {
      const sent = await exclusive.run(async () => {
        const taken = await intake.regenerate(input);
        accepted();
        return taken;
      });
      kick();
      return sent;
    },
    unqueue: (messageId) => remove((each) => each.messageId === messageId),
    editQueued: (messageId, text) =>
      exclusive.run(async () => {
        const found = queue.items.find((each) => each.messageId === messageId);
        if (!found || !(await store.turns.editQueued(found.turnId, text))) return false;
        queue.setText(found.turnId, text);
        publishQueue();
        return true;
      }),
    resumeQueue() {
      if (!queue.paused || queue.length === 0) return false;
      queue.paused = false;
      publishQueue();
      kick();
      return true;
    },
    async cancel(turnId) {
      if (turnId !== undefined && turnId !== current?.turnId)
        return { cancelled: await remove((each) => each.turnId === turnId) };
      if (!current && folding.stop('stopped by the user'))
        return { cancelled: true, stopped: { requests: 1, tools: 0, approvals: 0 } };
      if (!current) return { cancelled: false };
      const stopped = toStopReport(log.view, current.desk.waiting);
      queue.paused = queue.items.some((each) => each.turnId !== current?.turnId);
      current.controller.abort(new Error('stopped by the user'));
      if (queue.paused) publishQueue();
      return { cancelled: true, stopped };
    },
    retryNow: (turnId) => (current?.turnId === turnId ? current.retries.tryNow() : false),
    cancelAgent: (agentId) => current?.stops.stop(agentId) ?? false,
    answer: (approvalId, reply) => current?.desk.answer(approvalId, reply) ?? false,
    queue: () => [...queue.items],
    subscribe: (after, subscriber) =>
      exclusive.run(async () => {
        log.flush();
        const missed = after?.log === log.id ? log.since(after.seq) : null;
        if (after && missed) {
          const frame: EventsFrame | null =
            missed.length > 0
              ? { type: 'events', sessionId, at: toTimestamp(clock.now()), events: missed }
              : null;
          return open(frames.resumed(after.seq), frame, subscriber);
        }
        // From here to the reader's registration nothing is awaited: the snapshot and the log are in step.
        return open(await frames.snapshot(), null, subscriber);
      }),
    ...branches,
    whileIdle,
    folding,
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
      folding.stop(why);
      current?.controller.abort(new Error(why));
      await current?.done;
      await exclusive.run(async () => undefined);
    },
  };
}
