// Runs the periodic tasks of HEARTBEAT.md as turns of a session of their own, one at a time. Nobody sits there: what
// would ask is refused (see the channel), and a task whose time comes while another still runs is skipped, and said so.
import { type Clock, heartbeatChannel, type Ids, type Log, type Sessions } from '@slipstream/agent';
import type { HeartbeatInfo, HeartbeatRun } from '@slipstream/protocol';
import type { HeartbeatStateFile } from './heartbeat-state.ts';
import { type HeartbeatTask, readTasks } from './read-tasks.ts';

export type Heartbeat = {
  info(): Promise<HeartbeatInfo>;
  switchTo(on: boolean): Promise<HeartbeatInfo>;
  /** Nothing begins any more; resolves when what is known is on disk. */
  close(): Promise<void>;
};

export type HeartbeatOptions = {
  /** The text of HEARTBEAT.md; empty where there is none. */
  readFile(): Promise<string>;
  state: HeartbeatStateFile;
  sessions: Pick<Sessions, 'create' | 'get' | 'send' | 'watch'>;
  clock: Clock;
  ids: Ids;
  log: Log;
};

/** How often the file and the clock are looked at. Cron has minutes. */
const lookMs = 15_000;

type Running = { task: HeartbeatTask; turnId: string; startedAt: number };

export function createHeartbeat(options: HeartbeatOptions): Heartbeat {
  const { state, sessions, clock, ids, log } = options;
  const due = new Map<string, number | null>();
  let running: Running | undefined;
  let looking: Promise<void> | undefined;
  let cancelLook: () => void = () => undefined;
  let isClosed = false;

  const remember = async (id: string, run: HeartbeatRun) => {
    const before = state.read();
    const last = { ...before.last, [id]: { ...run, at: Date.parse(run.at) } };
    await state.write({ ...before, last });
  };

  /** What is in the file no more is forgotten. */
  const forgetOthers = async (known: ReadonlySet<string>) => {
    for (const id of [...due.keys()]) if (!known.has(id)) due.delete(id);
    const before = state.read();
    const last = Object.entries(before.last).filter(([id]) => known.has(id));
    if (last.length < Object.keys(before.last).length)
      await state.write({ ...before, last: Object.fromEntries(last) });
  };

  const toSession = async (): Promise<string> => {
    const { sessionId } = state.read();
    if (sessionId !== null && (await sessions.get(sessionId).catch(() => undefined))) return sessionId;
    const { session } = await sessions.create({ title: 'Heartbeat' });
    await state.write({ ...state.read(), sessionId: session.id });
    return session.id;
  };

  const begin = async (task: HeartbeatTask) => {
    const startedAt = clock.now();
    const at = new Date(startedAt).toISOString();
    if (running) return remember(task.id, { at, status: 'skipped', turnId: null });
    // Taken before anything is awaited, so that two tasks of one minute do not both begin.
    const own: Running = { task, turnId: '', startedAt };
    running = own;
    try {
      const sessionId = await toSession();
      if ((await sessions.get(sessionId)).status !== 'idle') {
        running = undefined;
        return await remember(task.id, { at, status: 'skipped', turnId: null });
      }
      const { turnId } = await sessions.send({
        sessionId,
        messageId: ids.next(),
        text: task.text,
        whenBusy: 'reject',
        channel: heartbeatChannel,
      });
      own.turnId = turnId;
      await remember(task.id, { at, status: 'running', turnId });
    } catch (err) {
      running = undefined;
      log.error({ err, schedule: task.schedule }, 'a periodic task could not begin');
      await remember(task.id, { at, status: 'failed', turnId: null });
    }
  };

  const unwatch = sessions.watch((frame) => {
    if (frame.type === 'session.deleted') {
      if (frame.sessionId === state.read().sessionId) running = undefined;
      return;
    }
    if (!running) return;
    const { id, lastTurn } = frame.session;
    if (id !== state.read().sessionId || lastTurn?.turnId !== running.turnId) return;
    const { task, startedAt, turnId } = running;
    running = undefined;
    const at = new Date(startedAt).toISOString();
    remember(task.id, { at, status: lastTurn.status, turnId }).catch((err: unknown) =>
      log.error({ err }, 'the end of a periodic task could not be remembered'),
    );
  });

  const look = async () => {
    const { tasks } = readTasks(await options.readFile());
    await forgetOthers(new Set(tasks.map(({ id }) => id)));
    const now = clock.now();
    for (const task of tasks) {
      const last = state.read().last[task.id]?.at ?? null;
      const at = due.get(task.id);
      if (at === undefined) due.set(task.id, task.when.next(now, last));
      else if (at !== null && at <= now) {
        due.set(task.id, task.when.next(now + 1, now));
        await begin(task);
      }
    }
  };

  const lookLater = () => {
    cancelLook();
    if (isClosed || !state.read().on) return;
    cancelLook = clock.after(lookMs, () => {
      looking = look()
        .catch((err: unknown) => log.error({ err }, 'the periodic tasks could not be looked at'))
        .finally(lookLater);
    });
  };

  const info = async (): Promise<HeartbeatInfo> => {
    const { tasks, problems } = readTasks(await options.readFile());
    const { on, sessionId, last } = state.read();
    const now = clock.now();
    return {
      on,
      sessionId,
      problems,
      tasks: tasks.map((task) => {
        const before = last[task.id];
        const next = due.get(task.id) ?? task.when.next(now, before?.at ?? null);
        return {
          id: task.id,
          schedule: task.schedule,
          text: task.text,
          nextAt: on && next !== null ? new Date(next).toISOString() : null,
          last: before ? { ...before, at: new Date(before.at).toISOString() } : null,
        };
      }),
    };
  };

  lookLater();
  return {
    info,
    async switchTo(on) {
      await looking;
      due.clear();
      await state.write({ ...state.read(), on });
      if (on) await look();
      lookLater();
      return info();
    },
    async close() {
      isClosed = true;
      cancelLook();
      unwatch();
      await looking;
      await state.settled();
    },
  };
}
