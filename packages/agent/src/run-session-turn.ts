// Carries one turn from the queue to its end: begins it in the store, iterates `processMessage`, records each event
// before it is published, and stores the answer. It is the only place where the loop meets the store and the log.
import {
  type AgentEvent,
  AppError,
  applyTodos,
  type Digest,
  type EventOf,
  type Message,
  type Todo,
  type TurnStatus,
  todoWriteName,
} from '@slipstream/protocol';
import type { AgentStops } from './agents/agent-team.ts';
import type { ApprovalDesk } from './approval-desk.ts';
import { sleep, toTimestamp } from './clock.ts';
import { createDigest, type DigestMaker } from './context/create-digest.ts';
import { createEventPreviews } from './event-previews.ts';
import { isDelta } from './join-deltas.ts';
import type { SessionMode } from './modes.ts';
import type { Mutex } from './mutex.ts';
import { prepareTurn, toFailedTurn } from './prepare-turn.ts';
import type { RetryWaits } from './retry-desk.ts';
import type { SessionDeps } from './session-deps.ts';
import type { SessionLog } from './session-log.ts';
import type { Steering } from './steering.ts';
import type { StoredSession } from './store.ts';
import { createTurnPublisher } from './turn-publisher.ts';
import { createTurnRecorder, type TurnRecorder } from './turn-recorder.ts';

export type SessionTurn = {
  turnId: string;
  deps: SessionDeps;
  log: SessionLog;
  /** Held while the store and the log change together, so that no snapshot falls between the two. */
  exclusive: Mutex;
  desk: ApprovalDesk;
  stops: AgentStops;
  retries: RetryWaits;
  grants: Set<string>;
  mode: SessionMode;
  steering: Steering;
  /** Called when a message that joined has been told. */
  onJoined(): void;
  signal: AbortSignal;
  /** Aborts the turn from inside, when it can no longer be stored. */
  stop(reason: unknown): void;
  /** What a stop means now: `cancelled`, or `interrupted` when the server is ending. */
  stoppedStatus(): TurnStatus;
  /** Called with the log and the store in step, when the turn begins and when it has ended. */
  onSession(session: StoredSession): void;
  /** Called when the session's record changed in between. */
  onChanged(session: StoredSession): void;
};

const storeAttempts = 5;

/** Resolves when the turn is over and stored. Rejects only when it could not begin; it is still queued then. */
export async function runSessionTurn(turn: SessionTurn): Promise<void> {
  const { deps, exclusive, log } = turn;
  const recorder = createTurnRecorder({
    ...deps,
    store: deps.store.turns,
    prompts: deps.store.prompts,
    turnId: turn.turnId,
  });
  const digest = createDigest();
  const previews = createEventPreviews();
  const publisher = createTurnPublisher(log);
  let broken: AppError | undefined;
  const onBroken = (thrown: unknown) => {
    if (broken) return;
    broken = thrown instanceof AppError ? thrown : new AppError('storage', undefined, { cause: thrown });
    deps.log.error({ err: thrown, turnId: turn.turnId }, 'an event could not be stored; the turn is stopped');
    turn.stop(broken);
  };
  try {
    const { events, ...begun } = await exclusive.run(() => begin(turn, recorder));
    for await (const event of events) {
      if (event.type === 'turn.finished' && !event.agent) {
        recorder.close();
        await publisher.settled();
        await finish(turn, begun, recorder, digest, broken ? toBroken(event, broken) : event);
        return;
      }
      const shown = previews.show(event);
      if (isDelta(event)) {
        // The most frequent by far, and nothing of it has to be waited for.
        recorder.note(event);
        recorder.flush();
        publisher.publish(shown, { waited: event.type !== 'tool.progress' });
        continue;
      }
      digest.observe(event);
      if (!broken && followsNothing(event)) {
        publisher.publish(shown, { stored: recorder.record(event, shown).catch(onBroken) });
        // Nothing was before it that it could have waited with.
        if (event.type === 'step.started' && event.step === 1) recorder.flush();
        continue;
      }
      try {
        if (!broken) await keepCompaction(turn, begun.sessionId, event);
        // With what is being stored already it shares a commit; it is published after that.
        const stored = broken ? undefined : recorder.record(event, shown);
        recorder.flush();
        const [own] = await Promise.allSettled([stored, publisher.settled()]);
        if (own.status === 'rejected') throw own.reason;
      } catch (thrown) {
        onBroken(thrown);
      }
      await publisher.settled();
      if (broken || !(await keepTodos(turn, begun.sessionId, shown))) log.append(shown);
      if (event.type === 'message.joined') turn.onJoined();
    }
  } finally {
    recorder.close();
  }
}

/** Nothing is done because of it that must not happen before it is stored, and nothing else is stored with it. */
function followsNothing(event: AgentEvent): boolean {
  switch (event.type) {
    case 'step.started':
    case 'step.finished':
    case 'usage':
      return true;
    case 'tool.finished':
      return event.name !== todoWriteName;
    default:
      return false;
  }
}

/**
 * Stores the list of tasks that the event wrote and publishes the event, together, so that no snapshot falls between the
 * two; false, with nothing done, for any other event. A list that cannot be stored is told to the log alone.
 */
async function keepTodos(turn: SessionTurn, sessionId: string, event: AgentEvent): Promise<boolean> {
  const { deps, exclusive, log } = turn;
  const none: readonly Todo[] = [];
  const todos = applyTodos(none, log.view, event);
  if (todos === none) return false;
  await exclusive.run(async () => {
    await deps.store.sessions
      .setTodos(sessionId, todos)
      .catch((err: unknown) => deps.log.error({ err, sessionId }, 'the list of tasks could not be stored'));
    log.append(event);
  });
  return true;
}

type BegunTurn = { sessionId: string; startedAt: number };
type Begun = BegunTurn & { events: AsyncGenerator<AgentEvent, void, void> };

async function begin(turn: SessionTurn, recorder: TurnRecorder): Promise<Begun> {
  const { deps, log } = turn;
  const { store, clock } = deps;
  const startedAt = clock.now();
  const begun = await store.turns.beginTurn(turn.turnId, toTimestamp(startedAt));
  const sessionId = begun.session.id;
  // From here on the turn is on record as running: whatever fails, it has to come to its end.
  const events = await prepareTurn(turn, begun, startedAt, recorder.sent).catch((err: unknown) => {
    deps.log.error({ err, sessionId, turnId: turn.turnId }, 'a turn could not be prepared');
    return toFailedTurn(turn, begun, startedAt, err);
  });
  const first = await events.next();
  if (first.done || first.value.type !== 'turn.started') throw new Error('A turn began with another event.');
  await recorder.record(first.value);
  log.append({ ...first.value, message: begun.message });
  turn.onSession(begun.session);
  return { events, sessionId, startedAt };
}

function toMasked(digest: Digest | undefined, { secrets }: Pick<SessionDeps, 'secrets'>): Digest | undefined {
  return digest && { ...digest, text: secrets.mask(digest.text) };
}

/** A fold of older messages counts for the turns that follow; it is stored before it is told. */
async function keepCompaction(
  { deps, onChanged }: SessionTurn,
  sessionId: string,
  event: AgentEvent,
): Promise<void> {
  if (event.type !== 'context.compacted' || event.agent) return;
  const { compactionId: id, throughId, summary: text, messages, beforeTokens, afterTokens } = event;
  if (id === undefined || throughId === undefined || text === undefined) return;
  const now = toTimestamp(deps.clock.now());
  const fold = { id, sessionId, throughId, text, messages, beforeTokens, afterTokens, now };
  onChanged(await deps.store.summaries.add(fold));
}

/** Stores the end, with patience for a store that fails for a moment, then publishes it. */
async function finish(
  turn: SessionTurn,
  begun: BegunTurn,
  recorder: TurnRecorder,
  digest: DigestMaker,
  event: EventOf<'turn.finished'>,
): Promise<void> {
  const { deps, exclusive, log } = turn;
  const stopped = event.status === 'cancelled' ? { ...event, status: turn.stoppedStatus() } : event;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await exclusive.run(async () => {
        const { message, session } = await deps.store.turns.finishTurn({
          turnId: turn.turnId,
          sessionId: begun.sessionId,
          messageId: stopped.messageId,
          status: stopped.status,
          text: stopped.text,
          error: stopped.error,
          usage: stopped.usage,
          usageEstimated: stopped.usageEstimated,
          costUsd: stopped.costUsd,
          trace: { ...recorder.summary(), durationMs: stopped.durationMs },
          digest: deps.digests ? toMasked(digest.result(), deps) : undefined,
          steps: stopped.steps,
          // So that the record's times tell the same duration as the event.
          now: toTimestamp(begun.startedAt + stopped.durationMs),
        });
        publishEnd(turn, stopped, message, session);
      });
      return;
    } catch (thrown) {
      deps.log.error({ err: thrown, turnId: turn.turnId, attempt }, 'the end of a turn could not be stored');
      if (attempt === storeAttempts) {
        const cause = thrown instanceof Error ? thrown.message : String(thrown);
        log.append(toBroken(stopped, new AppError('storage', cause)));
        return;
      }
      await sleep(deps.clock, attempt * 500, new AbortController().signal);
    }
  }
}

function publishEnd(
  turn: SessionTurn,
  event: EventOf<'turn.finished'>,
  message: Message,
  session: StoredSession,
): void {
  turn.log.append({ ...event, message });
  turn.onSession(session);
}

function toBroken(event: EventOf<'turn.finished'>, error: AppError): EventOf<'turn.finished'> {
  return {
    ...event,
    status: 'failed',
    error: {
      kind: 'internal',
      message: `This turn could not be stored, so it was stopped. ${error.message}`,
      retryable: true,
    },
  };
}
