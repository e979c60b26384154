// Keeps traces within the owner's limits of age and size. Messages are never touched.
import type { AttachmentFiles } from './attached.ts';
import type { Clock } from './clock.ts';
import { toTimestamp } from './clock.ts';
import type { Log } from './log.ts';
import type { TraceStore } from './store.ts';

/** Null: kept without a limit. */
export type TraceLimits = { maxAgeMs: number | null; maxBytes: number | null };

/** Gives how many turns lost their trace. */
export async function pruneTraces(
  store: TraceStore,
  limits: TraceLimits,
  deps: { clock: Clock; log: Log; files?: Pick<AttachmentFiles, 'remove'> | undefined; signal: AbortSignal },
): Promise<number> {
  let removed = 0;
  const remove = async (before?: string) => {
    const { turns, unusedFiles } = await store.removeOldest({ before });
    await deps.files?.remove(unusedFiles);
    removed += turns;
    return turns > 0;
  };
  if (limits.maxAgeMs !== null) {
    const before = toTimestamp(deps.clock.now() - limits.maxAgeMs);
    while (!deps.signal.aborted && (await remove(before)));
  }
  const { maxBytes } = limits;
  if (maxBytes !== null) while (!deps.signal.aborted && (await store.size()) > maxBytes && (await remove()));
  if (removed > 0) deps.log.info({ turns: removed }, 'old traces were removed');
  return removed;
}
