// Sessions that a test plays itself: it answers commands with what the test hands in and lets the test send frames
// to whoever subscribed.
import type { Sessions, Subscriber } from '@slipstream/agent';
import { AppError, noUsage, type Session, type SnapshotFrame } from '@slipstream/protocol';
import { type Collector, createCollector } from '@slipstream/testkit';

export type FakeSessions = Sessions & {
  /** Names and arguments of all calls. */
  calls: Collector<{ name: string; args: readonly unknown[] }>;
  /** Sends the text to all current subscribers of the session. */
  emit(sessionId: string, text: string): void;
  subscribers(sessionId: string): number;
  tell: Parameters<Sessions['watch']>[0];
};

const unused = () => Promise.reject(new AppError('internal', 'The test did not expect this call.'));

export function toSession(id: string, changes: Partial<Session> = {}): Session {
  return {
    id,
    title: 'A session',
    model: 'demo',
    mode: 'default',
    workspace: '/w',
    status: 'idle',
    pinned: false,
    archived: false,
    headId: null,
    messageCount: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    usage: noUsage,
    ...changes,
  };
}

export function toSnapshot(sessionId: string, changes: Partial<SnapshotFrame> = {}): SnapshotFrame {
  return {
    type: 'snapshot',
    sessionId,
    log: 'log-1',
    seq: 0,
    session: null,
    messages: [],
    hasMore: false,
    turn: null,
    queue: [],
    ...changes,
  };
}

export function createFakeSessions(overrides: Partial<Sessions> = {}): FakeSessions {
  const calls = createCollector<{ name: string; args: readonly unknown[] }>();
  const subscribers = new Map<string, Set<Subscriber>>();
  const listeners = new Set<Parameters<Sessions['watch']>[0]>();
  const plain: Sessions = {
    create: unused,
    get: unused,
    list: unused,
    update: unused,
    retitle: unused,
    search: unused,
    attach: unused,
    attachment: unused,
    export: unused,
    import: unused,
    delete: unused,
    deleteMessage: unused,
    messages: unused,
    message: unused,
    trajectory: unused,
    part: unused,
    changes: unused,
    changedFiles: unused,
    changedFile: unused,
    undo: unused,
    prompt: unused,
    stepPrompt: unused,
    compact: unused,
    compactions: unused,
    undoCompaction: unused,
    send: unused,
    regenerate: unused,
    editQueued: unused,
    resumeQueue: unused,
    unqueue: unused,
    cancel: unused,
    retryNow: unused,
    cancelAgent: unused,
    answerApproval: unused,
    queue: unused,
    async subscribe(sessionId, _after, subscriber) {
      const all = subscribers.get(sessionId) ?? new Set();
      subscribers.set(sessionId, all.add(subscriber));
      subscriber.open(toSnapshot(sessionId), null);
      return () => all.delete(subscriber);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recover: async () => ({ interrupted: 0 }),
    close: async () => {},
    running: () => 0,
  };
  const sessions = { ...plain, ...overrides };
  const recorded = Object.fromEntries(
    Object.entries(sessions).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        calls.add({ name, args });
        return (method as (...args: unknown[]) => unknown)(...args);
      },
    ]),
  ) as unknown as Sessions;
  return {
    ...recorded,
    calls,
    emit(sessionId, text) {
      for (const subscriber of [...(subscribers.get(sessionId) ?? [])]) subscriber.frame(text);
    },
    subscribers: (sessionId) => subscribers.get(sessionId)?.size ?? 0,
    tell(frame) {
      for (const listener of listeners) listener(frame);
    },
  };
}
