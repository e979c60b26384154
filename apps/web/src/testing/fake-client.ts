// A client in memory: the same face as the real one, its state set and its turns played by hand. Commands are noted in
// `calls`; what they would bring about is up to whoever holds it. For component tests and the gallery.
import type {
  AddedTools,
  Client,
  ConnectionState,
  PendingMessage,
  SessionListState,
  SessionState,
} from '@slipstream/client';
import {
  type AgentEvent,
  AppError,
  type HeartbeatInfo,
  type ModelList,
  type PermissionList,
  type SearchHit,
  type Session,
  type SessionCompaction,
  type StepPrompt,
  type TrajectoryEntry,
  type WorkspaceFileText,
} from '@slipstream/protocol';
import { applyPlayed } from './apply-played.ts';
import { aPrompt, aStepPrompt, someSkills } from './context-records.ts';
import { createFakeWorkspace, type FakeWorkspace } from './fake-workspace.ts';
import { aSandbox, aSession, demoModels, emptyState } from './records.ts';

export type Call = { name: string; args: readonly unknown[] };

export type FakeClient = Client & {
  calls: Call[];
  /** What `answerApproval` gives. */
  approvalApplies: boolean;
  /** What `compact` gives. */
  compaction: SessionCompaction | null;
  /** What `workspaceFile` gives for a path; where it says nothing, a file that is there. */
  files: Map<string, WorkspaceFileText>;
  /** What is in the workspace besides these. */
  workspace: FakeWorkspace;
  setConnection(connection: ConnectionState): void;
  setReadOnly(readOnly: boolean): void;
  /** `hasMore`: there are others that were not fetched yet. */
  setSessions(sessions: readonly Session[], phase?: SessionListState['phase'], hasMore?: boolean): void;
  setState(sessionId: string, changes: Partial<SessionState>): void;
  setModels(models: ModelList): void;
  /** What every search finds. */
  /** What `wholePart` gives from now on. */
  setParts(parts: () => Promise<TrajectoryEntry[]>): void;
  /** What `stepPrompt` gives from now on. */
  setStepPrompt(prompt: StepPrompt | null): void;
  setHits(hits: SearchHit[]): void;
  /** Null: asking for them fails. */
  setAddedTools(added: AddedTools | null): void;
  /** Null: asking for them fails. */
  setHeartbeat(heartbeat: HeartbeatInfo): void;
  setPermissions(permissions: PermissionList | null): void;
  /** Folds events into the session's running turn, as the real client does; the last one ends it. */
  play(sessionId: string, events: readonly AgentEvent[]): void;
};

export function createFakeClient(): FakeClient {
  const listeners = new Set<() => void>();
  const states = new Map<string, SessionState>();
  let connection: ConnectionState = { phase: 'online', retryAt: null };
  let readOnly = false;
  let list: SessionListState = { phase: 'ready', error: null, sessions: [], hasMore: false };
  let models = demoModels;
  let hits: SearchHit[] = [];
  let parts = (): Promise<TrajectoryEntry[]> => new Promise(() => {});
  let stepPrompt: StepPrompt | null = aStepPrompt;
  let added: AddedTools | null = { servers: [], files: [] };
  let heartbeat: HeartbeatInfo = { on: false, sessionId: null, tasks: [], problems: [] };
  let permissions: PermissionList | null = { rules: [], sandbox: aSandbox };
  const calls: Call[] = [];
  const inWorkspace = createFakeWorkspace((name, ...args) => calls.push({ name, args }));

  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const note = (name: string, ...args: unknown[]) => {
    calls.push({ name, args });
  };
  const stateOf = (sessionId: string) => {
    const state = states.get(sessionId) ?? emptyState(sessionId);
    states.set(sessionId, state);
    return state;
  };
  const setState = (sessionId: string, changes: Partial<SessionState>) => {
    states.set(sessionId, { ...stateOf(sessionId), ...changes });
    changed();
  };
  const withoutPending = (sessionId: string, messageId: string): PendingMessage | undefined => {
    const { pending } = stateOf(sessionId);
    setState(sessionId, { pending: pending.filter((each) => each.messageId !== messageId) });
    return pending.find((each) => each.messageId === messageId);
  };

  return {
    calls,
    approvalApplies: true,
    compaction: null,
    files: inWorkspace.files,
    workspace: inWorkspace.workspace,
    ...inWorkspace.calls,
    setConnection(next) {
      connection = next;
      changed();
    },
    setReadOnly(next) {
      readOnly = next;
      changed();
    },
    setSessions(sessions, phase = 'ready', hasMore = false) {
      list = { ...list, sessions, phase, hasMore };
      changed();
    },
    setState,
    setModels(next) {
      models = next;
      changed();
    },
    setParts(next) {
      parts = next;
    },
    setStepPrompt(next) {
      stepPrompt = next;
    },
    setHits(next) {
      hits = next;
    },
    setAddedTools(next) {
      added = next;
    },
    setHeartbeat(next) {
      heartbeat = next;
    },
    setPermissions(next) {
      permissions = next;
    },
    play(sessionId, events) {
      states.set(sessionId, events.reduce(applyPlayed, stateOf(sessionId)));
      changed();
    },

    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connection: () => connection,
    readOnly: () => readOnly,
    sessionList: () => list,
    session: stateOf,
    start: () => note('start'),
    close: () => listeners.clear(),
    reconnect: () => note('reconnect'),
    signIn: async (token) => {
      note('signIn', token);
      return token === 'right';
    },
    open(sessionId) {
      note('open', sessionId);
      return () => note('closeSession', sessionId);
    },
    loadOlder: async (sessionId) => note('loadOlder', sessionId),
    loadTurn: async (sessionId, turnId) => note('loadTurn', sessionId, turnId),
    loadChanges: async (sessionId, turnId) => note('loadChanges', sessionId, turnId),
    undoChanges: async (sessionId, turnId, changeId) => note('undoChanges', sessionId, turnId, changeId),
    send(sessionId, text, options) {
      const messageId = crypto.randomUUID();
      note('send', sessionId, text, options);
      const pending: PendingMessage = {
        messageId,
        text,
        createdAt: new Date().toISOString(),
        state: 'sending',
        error: null,
      };
      setState(sessionId, { pending: [...stateOf(sessionId).pending, pending] });
      return messageId;
    },
    retryMessage: (sessionId, messageId) => note('retryMessage', sessionId, messageId),
    dropMessage: (sessionId, messageId) => withoutPending(sessionId, messageId)?.text ?? '',
    async unqueue(sessionId, messageId) {
      note('unqueue', sessionId, messageId);
      const { queue } = stateOf(sessionId);
      setState(sessionId, { queue: queue.filter((each) => each.messageId !== messageId) });
      return queue.some((each) => each.messageId === messageId);
    },
    async editQueued(sessionId, messageId, text) {
      note('editQueued', sessionId, messageId, text);
      const { queue } = stateOf(sessionId);
      setState(sessionId, {
        queue: queue.map((each) => (each.messageId === messageId ? { ...each, text } : each)),
      });
      return queue.some((each) => each.messageId === messageId);
    },
    async resumeQueue(sessionId) {
      note('resumeQueue', sessionId);
      setState(sessionId, { queuePaused: false });
      return true;
    },
    regenerate: async (sessionId, messageId, options) =>
      note('regenerate', sessionId, messageId, ...(options?.model ? [options] : [])),
    deleteMessage: async (sessionId, messageId) => note('deleteMessage', sessionId, messageId),
    showVersion: async (sessionId, messageId) => note('showVersion', sessionId, messageId),
    async stop(sessionId) {
      note('stop', sessionId);
      setState(sessionId, { stopping: true });
      return { cancelled: true, stopped: { requests: 1, tools: 0, approvals: 0 } };
    },
    async retryNow(sessionId, turnId) {
      note('retryNow', sessionId, turnId);
      return true;
    },
    async stopAgent(sessionId, agentId) {
      note('stopAgent', sessionId, agentId);
      return true;
    },
    async answerApproval(sessionId, approvalId, decision, more) {
      note('answerApproval', sessionId, approvalId, decision, more);
      return this.approvalApplies;
    },
    loadMoreSessions: async () => note('loadMoreSessions'),
    async searchSessions(query, options) {
      note('searchSessions', query, options);
      return list.sessions.filter(
        (session) => session.archived === (options?.archived ?? false) && session.title.includes(query),
      );
    },
    async search(query) {
      note('search', query);
      return hits;
    },
    async updateSession(sessionId, changes) {
      note('updateSession', sessionId, changes);
      const before = list.sessions.find((each) => each.id === sessionId) ?? aSession({ id: sessionId });
      const session: Session = { ...before, ...changes };
      list = { ...list, sessions: list.sessions.map((each) => (each.id === sessionId ? session : each)) };
      changed();
      return session;
    },
    async attach(sessionId, file, name) {
      note('attach', sessionId, name);
      if (name.endsWith('.exe')) throw new AppError('invalid_request', 'Only images can be attached.');
      return { id: `a-${name}`, name, mediaType: file.type, bytes: file.size, sha256: '' };
    },
    attachmentUrl: (id) => `/attachments/${id}`,
    exportUrl: (sessionId, format) => `/export/${sessionId}.${format}`,
    async importSession(archive) {
      note('importSession', archive);
      return aSession();
    },
    async deleteSession(sessionId) {
      note('deleteSession', sessionId);
      list = { ...list, sessions: list.sessions.filter((each) => each.id !== sessionId) };
      setState(sessionId, { deleted: true });
    },
    models: async () => models,
    addedTools: () => (added ? Promise.resolve(added) : Promise.reject(new Error('No answer.'))),
    heartbeat: async () => heartbeat,
    async switchHeartbeat(on) {
      note('switchHeartbeat', on);
      heartbeat = { ...heartbeat, on };
      return heartbeat;
    },
    permissions: () => (permissions ? Promise.resolve(permissions) : Promise.reject(new Error('No answer.'))),
    async removePermission(ruleId) {
      note('removePermission', ruleId);
      if (permissions)
        permissions = { ...permissions, rules: permissions.rules.filter(({ id }) => id !== ruleId) };
    },
    prompt: async (sessionId) => {
      note('prompt', sessionId);
      return aPrompt;
    },
    async compact(sessionId) {
      note('compact', sessionId);
      return this.compaction;
    },
    async compactions(sessionId) {
      note('compactions', sessionId);
      const more = {
        summary: 'The code is kingfisher.',
        createdAt: '2026-01-01T00:00:00.000Z',
        undone: false,
      };
      return this.compaction ? [{ ...this.compaction, ...more }] : [];
    },
    undoCompaction: async (sessionId, compactionId) => note('undoCompaction', sessionId, compactionId),
    skills: async () => someSkills,
    wholePart: async (sessionId, turnId, part) => {
      note('wholePart', sessionId, turnId, part);
      return parts();
    },
    queuedText: async (sessionId, messageId) => {
      note('queuedText', sessionId, messageId);
      return stateOf(sessionId).queue.find((each) => each.messageId === messageId)?.text ?? null;
    },
    trajectory: () => Promise.reject(new Error('The fake client has no trajectories.')),
    stepPrompt: async (sessionId, turnId, step) => {
      note('stepPrompt', sessionId, turnId, step);
      return stepPrompt;
    },
  };
}
