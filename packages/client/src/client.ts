// Puts the parts together: frames go to the fold of their session, commands to the socket or to REST. Holds no state
// of its own; who listens reads the sessions, the list and the connection as they are now.
import type {
  AttachmentInfo,
  HeartbeatInfo,
  McpServerList,
  ModelList,
  OwnToolList,
  PermissionList,
  QueueList,
  SearchResult,
  ServerFrame,
  Session,
  SessionPage,
} from '@slipstream/protocol';
import { applyFrame } from './apply-frame.ts';
import { createChanges } from './changes.ts';
import { createConnection } from './connection.ts';
import { createContextCalls } from './context-calls.ts';
import { type ClientOptions, toEnvironment } from './environment.ts';
import { createFileCalls } from './file-calls.ts';
import { createFileChanges } from './file-changes.ts';
import { createHistory } from './history.ts';
import { createOutbox } from './outbox.ts';
import { createRequests } from './requests.ts';
import { createRest, hasCode, sessionPath } from './rest.ts';
import { resumePoint, withAccepted, withOutbox, withState } from './session-fold.ts';
import { createSessionList } from './session-list.ts';
import { createSessionStore } from './session-store.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { Client } from './types.ts';

/** A client that does nothing until `start`. Promises reject with AppErrors only. */
export function createClient(options: ClientOptions): Client {
  const environment = toEnvironment(options);
  const { setTimer, random } = environment;
  const changes = createChanges();
  const isOnline = () => connection.isReady();

  const rest = createRest(environment, () => connection.denied());
  const list = createSessionList(rest, changes.changed);
  const requests = createRequests({ setTimer, transmit: (frame) => connection.transmit(frame) });
  const outbox = createOutbox(environment, {
    isOnline,
    ask: (frame) => requests.ask(frame),
    changed: (sessionId) => {
      store.update(sessionId, (fold) => withOutbox(fold, outbox.messagesOf(sessionId)));
    },
    acked: (sessionId, message, resent) => {
      // A session that is not watched would never see it; one sent again may have been seen long ago.
      if (subscriptions.isOpen(sessionId) && !resent)
        store.update(sessionId, (fold) => withAccepted(fold, message));
    },
    unauthorized: () => connection.denied(),
  });
  const store = createSessionStore({ outboxOf: outbox.messagesOf, changed: changes.changed });
  const history = createHistory(rest, store);
  const fileChanges = createFileChanges(rest, store);
  const subscriptions = createSubscriptions({
    requests,
    isOnline,
    setTimer,
    random,
    resumePointOf: (sessionId) => resumePoint(store.get(sessionId)),
    closed: (sessionId) => store.tidy(sessionId, subscriptions.isOpen),
    refused: (sessionId) => {
      store.update(sessionId, (fold) => withState(fold, { phase: 'ready', deleted: true }));
    },
  });
  const connection = createConnection(environment, {
    frame: receive,
    changed: changes.changed,
    isAuthorized: rest.isAuthorized,
    online() {
      subscriptions.online();
      requests.online();
      outbox.online();
      void list.reload();
    },
    lost(code) {
      subscriptions.lost();
      outbox.lost(code);
      requests.lost();
    },
  });

  function receive(frame: ServerFrame): void {
    switch (frame.type) {
      case 'ack':
      case 'error':
        requests.settle(frame);
        if (frame.type === 'error' && frame.code === 'unauthorized') connection.denied();
        return;
      case 'session.updated':
        list.updated(frame.session);
        applyTo(frame.session.id, frame);
        return;
      case 'session.deleted':
        list.deleted(frame.sessionId);
        applyTo(frame.sessionId, frame);
        outbox.dropSession(frame.sessionId);
        return;
      case 'snapshot':
      case 'resumed':
      case 'events':
      case 'queue.updated':
      case 'changes.updated':
        applyTo(frame.sessionId, frame);
        fileChanges.observe(frame);
    }
  }

  function applyTo(sessionId: string, frame: ServerFrame): void {
    const change = store.update(sessionId, (fold) => applyFrame(fold, frame));
    if (!change) return;
    const { before, after } = change;
    const remade = before.state.deleted && !after.state.deleted && after.log === null;
    if (remade || (after.gap && !before.gap)) subscriptions.restart(sessionId);
  }

  return {
    listen: changes.listen,
    connection: connection.state,
    readOnly: connection.readOnly,
    sessionList: list.state,
    session: (sessionId) => store.get(sessionId).state,

    start: connection.start,
    close() {
      changes.close();
      connection.close();
      subscriptions.close();
      requests.close();
      outbox.close();
      rest.close();
    },
    reconnect: connection.retryNow,
    async signIn(token) {
      const accepted = await rest.signIn(token);
      if (accepted) connection.authorized();
      return accepted;
    },

    open(sessionId) {
      store.get(sessionId);
      return subscriptions.open(sessionId);
    },
    loadOlder: history.loadOlder,
    loadTurn: history.loadTurn,
    loadChanges: fileChanges.loadChanges,
    undoChanges: fileChanges.undoChanges,

    send: (sessionId, text, sendOptions = {}) => outbox.add(sessionId, text, sendOptions),
    retryMessage: (_sessionId, messageId) => outbox.retry(messageId),
    dropMessage: (_sessionId, messageId) => outbox.drop(messageId),
    async unqueue(sessionId, messageId) {
      const ack = await requests.ask({ type: 'message.unqueue', sessionId, messageId });
      return ack.removed ?? false;
    },
    async editQueued(sessionId, messageId, text) {
      const ack = await requests.ask({ type: 'message.edit', sessionId, messageId, text }, { resend: true });
      return ack.edited ?? false;
    },
    async queuedText(sessionId, messageId) {
      const { queue } = await rest.call<QueueList>('GET', `${sessionPath(sessionId)}/queue`);
      return queue.find((each) => each.messageId === messageId)?.text ?? null;
    },
    async resumeQueue(sessionId) {
      const ack = await requests.ask({ type: 'queue.resume', sessionId }, { resend: true });
      return ack.resumed ?? false;
    },
    async regenerate(sessionId, messageId, { model } = {}) {
      const turnId = environment.newId();
      const wish = { sessionId, messageId, turnId, ...(model === undefined ? {} : { model }) };
      await requests.ask({ type: 'turn.regenerate', ...wish }, { resend: true });
    },
    async deleteMessage(sessionId, messageId) {
      const path = `${sessionPath(sessionId)}/messages/${encodeURIComponent(messageId)}`;
      receive({ type: 'session.updated', session: await rest.call<Session>('DELETE', path) });
    },
    async showVersion(sessionId, messageId) {
      await rest.call<Session>('PATCH', sessionPath(sessionId), { branchId: messageId });
    },
    async stop(sessionId) {
      const turnId = store.get(sessionId).state.turn?.turnId;
      const setStopping = (stopping: boolean) =>
        store.update(sessionId, (fold) =>
          fold.state.stopping === stopping ? fold : withState(fold, { stopping }),
        );
      setStopping(true);
      try {
        const frame = { type: 'turn.cancel', sessionId, ...(turnId ? { turnId } : {}) } as const;
        const { cancelled = false, stopped } = await requests.ask(frame, { resend: true });
        // Nobody would tell of the end of a turn that is not watched.
        if (!cancelled || !subscriptions.isOpen(sessionId)) setStopping(false);
        return { cancelled, ...(stopped ? { stopped } : {}) };
      } catch (error) {
        setStopping(false);
        throw error;
      }
    },
    async retryNow(sessionId, turnId) {
      const ack = await requests.ask({ type: 'turn.retry', sessionId, turnId }, { resend: true });
      return ack.retried ?? false;
    },
    async stopAgent(sessionId, agentId) {
      const ack = await requests.ask({ type: 'agent.cancel', sessionId, agentId }, { resend: true });
      return ack.cancelled ?? false;
    },
    async answerApproval(sessionId, approvalId, decision, more = {}) {
      const answer = { sessionId, approvalId, decision, ...more };
      const ack = await requests.ask({ type: 'approval.answer', ...answer }, { resend: true });
      return ack.applied ?? false;
    },

    loadMoreSessions: list.loadMore,
    async searchSessions(query, { archived = false } = {}) {
      const parameters = new URLSearchParams({ limit: '50', archived: String(archived) });
      if (query !== '') parameters.set('q', query);
      const page = await rest.call<SessionPage>('GET', `sessions?${parameters}`);
      return page.sessions;
    },
    async search(query) {
      const parameters = new URLSearchParams({ limit: '50', q: query });
      const { hits } = await rest.call<SearchResult>('GET', `search?${parameters}`);
      return hits;
    },
    async updateSession(sessionId, sessionChanges) {
      const session = await rest.call<Session>('PATCH', sessionPath(sessionId), sessionChanges);
      receive({ type: 'session.updated', session });
      return session;
    },
    async attach(sessionId, file, name) {
      const form = new FormData();
      form.append('file', file, name);
      return rest.call<AttachmentInfo>('POST', `${sessionPath(sessionId)}/attachments`, form);
    },
    attachmentUrl: (id) => `${environment.baseUrl}/api/attachments/${id}`,
    exportUrl: (sessionId, format) =>
      `${environment.baseUrl}/api/${sessionPath(sessionId)}/export?format=${format}`,
    async importSession(archive) {
      const session = await rest.call<Session>('POST', 'sessions/import', archive);
      receive({ type: 'session.updated', session });
      return session;
    },
    async deleteSession(sessionId) {
      try {
        await rest.call('DELETE', sessionPath(sessionId));
      } catch (error) {
        if (!hasCode(error, 'not_found')) throw error;
      }
      receive({ type: 'session.deleted', sessionId });
    },
    models: () => rest.call<ModelList>('GET', 'models'),
    async addedTools() {
      const [{ servers }, { files }] = await Promise.all([
        rest.call<McpServerList>('GET', 'mcp'),
        rest.call<OwnToolList>('GET', 'own-tools'),
      ]);
      return { servers, files };
    },
    heartbeat: () => rest.call<HeartbeatInfo>('GET', 'heartbeat'),
    switchHeartbeat: (on) => rest.call<HeartbeatInfo>('PUT', 'heartbeat', { on }),
    permissions: () => rest.call<PermissionList>('GET', 'permissions'),
    removePermission: (ruleId) => rest.call('DELETE', `permissions/${encodeURIComponent(ruleId)}`),
    ...createFileCalls(rest, environment.baseUrl),
    ...createContextCalls(rest, (session) => receive({ type: 'session.updated', session })),
    trajectory: history.trajectory,
    wholePart: history.wholePart,
    stepPrompt: history.stepPrompt,
  };
}
