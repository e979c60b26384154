// All sessions of this process: makes a runner when a session is first touched, forgets it when it has been idle for
// a while, and joins the store's records with the live status.
import {
  AppError,
  type Session,
  type SessionDeletedFrame,
  type SessionUpdatedFrame,
  type Turn,
  toPreviewEntries,
} from '@slipstream/protocol';
import { createSessionArchives } from './archive/session-archives.ts';
import { toAttachmentInfo } from './attached.ts';
import { sleep, toTimestamp } from './clock.ts';
import { toPromptView } from './context/prompt-view.ts';
import { toStepPrompt } from './context/step-prompt.ts';
import { findPart } from './find-part.ts';
import type { SessionDeps } from './session-deps.ts';
import { createSessionFiles } from './session-files.ts';
import { createSessionRunner } from './session-runner.ts';
import type { SessionRunner } from './session-runner-face.ts';
import { createSessionUndo, toChangeRecord } from './session-undo.ts';
import type { Sessions } from './sessions.ts';
import type { StoredSession } from './store.ts';
import { untitled } from './titles/session-title.ts';

/** How long an idle session keeps its log, so that a reader who comes back gets just what it missed. */
const keepIdleMs = 60_000;

export function createSessions(deps: SessionDeps): Sessions {
  const { store, clock, ids } = deps;
  const runners = new Map<string, Promise<SessionRunner>>();
  const live = new Map<string, SessionRunner>();
  const forgetting = new Map<string, () => void>();
  const watchers = new Set<(frame: SessionUpdatedFrame | SessionDeletedFrame) => void>();
  const undoing = createSessionUndo(deps);
  const files = createSessionFiles(deps);
  const archiving = createSessionArchives(deps, (session) => withStatus(session));
  let closing = false;

  const tell = (frame: SessionUpdatedFrame | SessionDeletedFrame) => {
    for (const watcher of watchers) watcher(frame);
  };
  const withStatus = (session: StoredSession): Session => ({
    ...session,
    status: live.get(session.id)?.status ?? 'idle',
  });
  const forget = (sessionId: string) => {
    forgetting.get(sessionId)?.();
    forgetting.delete(sessionId);
    runners.delete(sessionId);
    live.delete(sessionId);
  };
  const forgetLater = (sessionId: string) => {
    forgetting.get(sessionId)?.();
    const cancel = clock.after(keepIdleMs, () => {
      forgetting.delete(sessionId);
      if (live.get(sessionId)?.idle) forget(sessionId);
    });
    forgetting.set(sessionId, cancel);
  };

  const runner = (sessionId: string): Promise<SessionRunner> => {
    const known = runners.get(sessionId);
    if (known) return known;
    const made = createSessionRunner(sessionId, deps, {
      onSession: (session) => tell({ type: 'session.updated', session }),
      onIdle: () => forgetLater(sessionId),
    }).then((one) => {
      live.set(sessionId, one);
      forgetLater(sessionId);
      return one;
    });
    made.catch(() => runners.delete(sessionId));
    runners.set(sessionId, made);
    return made;
  };
  const stored = async (sessionId: string): Promise<StoredSession> => {
    const session = await store.sessions.get(sessionId);
    if (!session) throw new AppError('not_found', 'There is no session with this id.');
    return session;
  };
  const turn = async (sessionId: string, turnId: string): Promise<Turn> => {
    const found = await store.history.turn(sessionId, turnId);
    if (!found) throw new AppError('not_found', 'There is no such turn in this session.');
    return found;
  };
  const checkModel = (model: string | undefined) => {
    if (model !== undefined && !deps.models.get(model))
      throw new AppError('not_found', `There is no model named "${model}"; choose one of the list.`);
  };

  return {
    async create(input) {
      if (closing) throw new AppError('unavailable');
      checkModel(input.model);
      if (input.workspace !== undefined && input.workspace !== deps.workspace)
        throw new AppError('forbidden', 'Only the configured workspace folder can be used.');
      const { session, created } = await store.sessions.create({
        id: input.id ?? ids.next(),
        title: input.title ?? untitled,
        model: input.model ?? deps.models.defaultId(),
        mode: input.mode ?? 'default',
        workspace: deps.workspace,
        now: toTimestamp(clock.now()),
      });
      const full = withStatus(session);
      if (created) {
        live.get(session.id)?.refresh(session);
        tell({ type: 'session.updated', session: full });
      }
      return { session: full, created };
    },
    get: async (sessionId) => withStatus(await stored(sessionId)),
    async list(query) {
      const { sessions, nextCursor } = await store.sessions.list(query);
      return { sessions: sessions.map(withStatus), nextCursor };
    },
    async update(sessionId, changes) {
      checkModel(changes.model);
      const { headId, branchId, ...fields } = changes;
      const given = Object.entries(fields).filter(([, value]) => value !== undefined);
      const messageId = headId ?? branchId;
      if (messageId !== undefined) {
        await stored(sessionId);
        await (await runner(sessionId)).moveHead({ messageId, newest: headId === undefined });
      }
      const session = await store.sessions.update(sessionId, Object.fromEntries(given));
      const one = live.get(sessionId);
      if (one) one.refresh(session);
      else tell({ type: 'session.updated', session: withStatus(session) });
      return withStatus(session);
    },
    async retitle(sessionId, title) {
      const session = await store.sessions.retitle(sessionId, title);
      if (!session) return { changed: false };
      const one = live.get(sessionId);
      if (one) one.refresh(session);
      else tell({ type: 'session.updated', session: withStatus(session) });
      return { changed: true };
    },
    async attach(attachment) {
      if (closing) throw new AppError('unavailable');
      const stored = { ...attachment, id: ids.next(), createdAt: toTimestamp(clock.now()) };
      await store.attachments.add(stored);
      return toAttachmentInfo(stored);
    },
    async attachment(id) {
      const found = await store.attachments.get(id);
      if (!found) throw new AppError('not_found', 'There is no attachment with this id.');
      return toAttachmentInfo(found);
    },
    export: (sessionId, format) => archiving.export(sessionId, format),
    async import(archive, files) {
      if (closing) throw new AppError('unavailable');
      const added = await archiving.import(archive, files);
      tell({ type: 'session.updated', session: withStatus(added) });
      return withStatus(added);
    },
    search: async (query) => ({ hits: await store.search.find(query) }),
    async delete(sessionId) {
      await stored(sessionId);
      const one = await runner(sessionId);
      await one.stop('cancelled');
      await store.sessions.delete(sessionId);
      await deps.attachmentFiles?.remove(await store.attachments.removeOf(sessionId));
      await deps.files.forget(sessionId);
      forget(sessionId);
      tell({ type: 'session.deleted', sessionId });
    },
    async deleteMessage(sessionId, messageId) {
      await stored(sessionId);
      const unused = await (await runner(sessionId)).removeMessage(messageId);
      await deps.attachmentFiles?.remove(unused);
      return withStatus(await stored(sessionId));
    },
    async messages(sessionId, query) {
      await stored(sessionId);
      return store.history.messages(sessionId, query);
    },
    async message(sessionId, messageId) {
      const message = await store.history.message(sessionId, messageId);
      if (!message) throw new AppError('not_found', 'There is no such message in this session.');
      return message;
    },
    async trajectory(sessionId, turnId, { preview } = { preview: false }) {
      const found = await turn(sessionId, turnId);
      const changes = await store.changes.list(sessionId);
      const entries = await store.history.entries(turnId);
      return {
        turn: found,
        entries: preview ? toPreviewEntries(entries) : entries,
        changes: changes.filter((change) => change.turnId === turnId).map(toChangeRecord),
      };
    },
    async part(sessionId, turnId, part) {
      await turn(sessionId, turnId);
      const entries = findPart(await store.history.entries(turnId), part);
      if (entries.length === 0)
        throw new AppError('not_found', 'There is no such step or call in this turn.');
      return { entries };
    },
    async stepPrompt(sessionId, turnId, step) {
      await turn(sessionId, turnId);
      const [entry] = findPart(await store.history.entries(turnId), step);
      if (!entry) throw new AppError('not_found', 'There is no such step in this turn.');
      const sent = await store.prompts.get(entry.id);
      return { prompt: sent ? await toStepPrompt(deps.budget.counter, sent) : null };
    },
    async changedFiles(sessionId) {
      await stored(sessionId);
      return files.list(sessionId);
    },
    changedFile: async (sessionId, path) => files.diff(await stored(sessionId), path),
    async changes(sessionId, turnId) {
      await turn(sessionId, turnId);
      return undoing.changes(sessionId, turnId);
    },
    async undo(sessionId, turnId, changeId) {
      await turn(sessionId, turnId);
      const one = await runner(sessionId);
      return one.whileIdle(async (tell) => {
        const changes = await undoing.undo(sessionId, turnId, changeId);
        tell({ type: 'changes.updated', sessionId, turnId });
        return changes;
      });
    },
    prompt: async (sessionId) => toPromptView(deps, await stored(sessionId)),
    async compact(sessionId) {
      if (closing) throw new AppError('unavailable');
      await stored(sessionId);
      return { compaction: await (await runner(sessionId)).folding.compact() };
    },
    async compactions(sessionId) {
      await stored(sessionId);
      return { compactions: await store.summaries.list(sessionId) };
    },
    async undoCompaction(sessionId, compactionId) {
      await stored(sessionId);
      return withStatus(await (await runner(sessionId)).folding.undo(compactionId));
    },
    async send(message) {
      if (closing) throw new AppError('unavailable');
      return (await runner(message.sessionId)).send(message);
    },
    async regenerate(input) {
      if (closing) throw new AppError('unavailable');
      await stored(input.sessionId);
      return (await runner(input.sessionId)).regenerate(input);
    },
    async editQueued(sessionId, messageId, text) {
      return { edited: await (await runner(sessionId)).editQueued(messageId, text) };
    },
    async resumeQueue(sessionId) {
      return { resumed: (await runner(sessionId)).resumeQueue() };
    },
    async unqueue(sessionId, messageId) {
      return { removed: await (await runner(sessionId)).unqueue(messageId) };
    },
    async cancel(sessionId, turnId) {
      return (await runner(sessionId)).cancel(turnId);
    },
    async retryNow(sessionId, turnId) {
      return { retried: live.get(sessionId)?.retryNow(turnId) ?? false };
    },
    async cancelAgent(sessionId, agentId) {
      return { cancelled: live.get(sessionId)?.cancelAgent(agentId) ?? false };
    },
    async answerApproval(sessionId, approvalId, answer) {
      return { applied: live.get(sessionId)?.answer(approvalId, answer) ?? false };
    },
    queue: async (sessionId) => (await runner(sessionId)).queue(),
    async subscribe(sessionId, after, subscriber) {
      return (await runner(sessionId)).subscribe(after, subscriber);
    },
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    async recover(queues = 'resume') {
      const dayAgo = toTimestamp(clock.now() - 24 * 60 * 60 * 1000);
      await deps.attachmentFiles?.remove(await store.attachments.removeUnsent(dayAgo));
      const interrupted = await store.turns.recover(toTimestamp(clock.now()), () => ids.next());
      if (queues === 'resume')
        for (const sessionId of await store.history.queuedSessions()) (await runner(sessionId)).resume();
      return { interrupted };
    },
    async close(graceMs) {
      closing = true;
      const all = [...live.values()];
      const ended = Promise.all(all.map((one) => one.finish()));
      if (graceMs > 0) {
        const over = new AbortController();
        await Promise.race([ended, sleep(clock, graceMs, over.signal)]);
        over.abort();
      }
      await Promise.all(all.map((one) => one.stop('interrupted')));
      for (const sessionId of [...live.keys()]) forget(sessionId);
    },
    running: () =>
      [...live.values()].filter((one) => one.status === 'running' || one.status === 'waiting').length,
  };
}
