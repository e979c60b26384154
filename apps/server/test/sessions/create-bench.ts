// Sessions over the real SQLite store in a folder of its own, with a scripted model and a clock that the test moves.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AgentDefinition,
  type Clock,
  type ContextSource,
  createReadOutputTool,
  createSecretMask,
  createSessions,
  createStandingPermissions,
  defaultLimits,
  type Limits,
  type Model,
  noContextSource,
  roughBudget,
  type Sessions,
  type Store,
  type Tool,
  toToolSet,
} from '@slipstream/agent';
import type {
  AgentEvent,
  EventsFrame,
  ResumedFrame,
  SequencedEvent,
  ServerFrame,
  Session,
  SnapshotFrame,
  TurnView,
  WhenBusy,
} from '@slipstream/protocol';
import { applyEvent, emptyTurnView } from '@slipstream/protocol';
import { createSqliteStore } from '@slipstream/store';
import {
  afterTest,
  createFakeClock,
  createMemoryLog,
  createScriptedModel,
  createSequentialIds,
  type ModelScript,
  sequentialId,
} from '@slipstream/testkit';
import { createFileRestorer, createFormerContents } from '@slipstream/tools';

export const sessionId = sequentialId(1, 7);
export const messageId = (n: number) => sequentialId(n, 8);

export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-sessions-'));
  afterTest(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export type BenchOptions = {
  model?: Model | ModelScript;
  tools?: readonly Tool[];
  agents?: readonly AgentDefinition[];
  /** Beside the one of the session: those that sub-agents name. */
  models?: readonly Model[];
  folder?: string;
  wrapStore?: (store: Store) => Store;
  idSpace?: number;
  /** For tests that wait for deltas to be published by time. */
  realTime?: boolean;
  context?: ContextSource;
  limits?: Partial<Limits>;
  digests?: boolean;
  /** One of `models`. */
  smallModel?: string;
  /** Offers the tool that reads outputs again from the store. */
  withReadOutput?: boolean;
};

export async function createBench(options: BenchOptions = {}) {
  const folder = options.folder ?? (await createFolder());
  const sqlite = await createSqliteStore({ path: join(folder, 'slipstream.db') });
  const store = options.wrapStore?.(sqlite) ?? sqlite;
  const clock = createFakeClock();
  const realClock: Clock = {
    now: Date.now,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  };
  const log = createMemoryLog();
  const model =
    options.model && 'stream' in options.model ? options.model : createScriptedModel(options.model ?? []);
  const models = [model, ...(options.models ?? [])];
  const tools = toToolSet([
    ...(options.tools ?? []),
    ...(options.withReadOutput ? [createReadOutputTool(store.history)] : []),
  ]);
  const ids = createSequentialIds(options.idSpace ?? 0);
  const standing = await createStandingPermissions({ store: store.permissions, clock, ids });
  const sessions = createSessions({
    store,
    models: {
      list: async () => models.map(({ info }) => info),
      defaultId: () => model.info.id,
      get: (id) => models.find(({ info }) => info.id === id),
    },
    tools: () => tools,
    agentSource: { read: async () => ({ definitions: options.agents ?? [], problems: [] }) },
    context: options.context ?? noContextSource,
    smallModel: options.smallModel,
    budget: roughBudget(),
    digests: options.digests ?? true,
    secrets: createSecretMask([]),
    permissions: { rules: [], sandboxed: true, network: false },
    files: createFileRestorer({
      contents: createFormerContents({ folder: join(folder, 'undo') }),
      hidden: [],
    }),
    standing,
    clock: options.realTime ? realClock : clock,
    ids,
    random: () => 0.5,
    limits: { ...defaultLimits, ...options.limits },
    log,
    workspace: folder,
    system: 'Test',
    sandbox: '',
  });
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await sessions.close(0);
    await sqlite.close();
  };
  afterTest(close);
  return { sessions, store, clock, log, model, folder, close };
}

/** A reader that folds what it is sent, as any client would. */
export async function createReader(
  sessions: Sessions,
  id = sessionId,
  after?: { log: string; seq: number },
  from?: TurnView | null,
) {
  let first: SnapshotFrame | ResumedFrame | undefined;
  let view: TurnView | null = from ?? null;
  let lastView: TurnView | null = null;
  const events: SequencedEvent[] = [];
  const queues: string[][] = [];
  const frames: ServerFrame[] = [];
  const waiters: { type: AgentEvent['type']; resolve: (event: AgentEvent) => void }[] = [];
  const fold = (frame: EventsFrame) => {
    for (const { seq, ...event } of frame.events) {
      events.push({ seq, ...event });
      if (event.type === 'turn.started') view = emptyTurnView(event.turnId);
      if (view) view = applyEvent(view, event);
      if (event.type === 'turn.finished') {
        lastView = view;
        view = null;
      }
      for (const waiter of waiters.splice(0)) {
        if (waiter.type === event.type) waiter.resolve(event);
        else waiters.push(waiter);
      }
    }
  };
  const end = await sessions.subscribe(id, after, {
    open(frame, missed) {
      first = frame;
      if (frame.type === 'snapshot') view = frame.turn;
      if (missed) fold(missed);
    },
    frame(text) {
      const frame: ServerFrame = JSON.parse(text);
      frames.push(frame);
      if (frame.type === 'events') fold(frame);
      if (frame.type === 'queue.updated') queues.push(frame.queue.map((each) => each.text));
    },
  });
  if (!first) throw new Error('The reader was not opened.');
  return {
    first,
    events,
    queues,
    /** Everything after the first frame. */
    frames,
    end,
    get view() {
      return view;
    },
    get lastView() {
      return lastView;
    },
    /** The next event of a type, from now on. */
    next: <T extends AgentEvent['type']>(type: T) =>
      new Promise<Extract<AgentEvent, { type: T }>>((resolve) => {
        waiters.push({ type, resolve: resolve as (event: AgentEvent) => void });
      }),
  };
}

export function send(
  sessions: Sessions,
  n: number,
  text: string,
  more: { session?: string; whenBusy?: WhenBusy; parentId?: string | null } = {},
) {
  const { session = sessionId, ...rest } = more;
  return sessions.send({ sessionId: session, messageId: messageId(n), text, channel: 'test', ...rest });
}

export function watchStatus(sessions: Sessions): Session['status'][] {
  const seen: Session['status'][] = [];
  sessions.watch((frame) => {
    if (frame.type === 'session.updated' && seen.at(-1) !== frame.session.status)
      seen.push(frame.session.status);
  });
  return seen;
}
