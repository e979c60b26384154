// Folds a session's older messages because the user says so, between turns. The newest exchange stays whole.
import { AppError, type SessionCompaction } from '@slipstream/protocol';
import { createAttached } from '../attached.ts';
import { toTimestamp } from '../clock.ts';
import { createMissingModel } from '../missing-model.ts';
import type { SessionDeps } from '../session-deps.ts';
import { toUndonePaths } from '../session-undo.ts';
import type { StoredSession } from '../store.ts';
import { summaryTokens } from './fit-prompt.ts';
import { withLateDigests } from './late-digests.ts';
import { loadPast } from './load-past.ts';
import { toPastPart } from './prompt-keeper.ts';
import { summarize } from './summarize.ts';
import { toFolders } from './to-folders.ts';
import { promptLimit } from './token-budget.ts';
import { messageOverhead } from './token-counter.ts';
import { wrapOverhead } from './turn-prompt.ts';

const keptMessages = 2;

/** Null where there is nothing to fold. Rejects with `unavailable` when the server cannot fold now. */
export async function compactSession(
  deps: SessionDeps,
  session: StoredSession,
  signal: AbortSignal,
): Promise<{ session: StoredSession; compaction: SessionCompaction } | null> {
  const loaded = await withLateDigests(deps, await loadPast(deps.store, session.id));
  // A summary says what images there were, by their names; it is not made from them.
  const attached = createAttached({ store: deps.store.attachments, files: undefined }, false);
  const past = { ...loaded, messages: await Promise.all(loaded.messages.map(attached.read)) };
  const folded = past.messages.slice(0, Math.max(0, past.messages.length - keptMessages));
  const last = folded.at(-1);
  if (!last) return null;
  const undone = toUndonePaths(await deps.store.changes.list(session.id));
  const parts = folded.map((message) => toPastPart(message, undone));
  const kept = past.messages.slice(folded.length).map((message) => toPastPart(message, undone));
  const { counter } = deps.budget;
  const textOf = (part: { text: string; record: string }) => part.text + part.record;
  const counts = await counter.count([...parts, ...kept].map(textOf));
  const [earlier = 0] = past.summary === undefined ? [] : await counter.count([past.summary]);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each + messageOverhead, 0);
  const keptTokens = sum(counts.slice(parts.length));
  const beforeTokens = sum(counts) + (past.summary === undefined ? 0 : earlier + wrapOverhead);

  const model = deps.models.get(session.model) ?? createMissingModel(session.model);
  const limit = promptLimit(model.info, deps.limits.maxOutputTokens, 1);
  const { text } = await summarize(
    {
      before: past.summary ?? null,
      parts: parts.map((part, index) => ({
        who: part.role,
        text: [part.text, part.record].filter((each) => each !== '').join('\n'),
        tokens: counts[index] ?? 0,
      })),
      maxTokens: summaryTokens(limit),
      models: toFolders(deps, model),
    },
    signal,
  );
  if (text.trim() === '')
    throw new AppError('unavailable', 'The summary came out empty; nothing was folded.');
  const [tokens = 0] = await counter.count([text]);
  const id = deps.ids.next();
  const stored = await deps.store.summaries.add({
    id,
    sessionId: session.id,
    throughId: last.id,
    text,
    messages: folded.length,
    beforeTokens,
    afterTokens: keptTokens + tokens + wrapOverhead,
    now: toTimestamp(deps.clock.now()),
  });
  if (!stored.compaction) throw new AppError('storage');
  return { session: stored, compaction: stored.compaction };
}
