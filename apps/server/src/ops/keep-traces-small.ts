// Removes old traces at the start and every hour after, where the settings say so.
import {
  type AttachmentFiles,
  type Clock,
  type Log,
  pruneTraces,
  type TraceLimits,
  type TraceStore,
} from '@slipstream/agent';

const everyMs = 60 * 60 * 1000;

/** The returned function ends it, and resolves when nothing is being removed. */
export function keepTracesSmall(
  store: TraceStore,
  limits: TraceLimits,
  deps: { clock: Clock; log: Log; files: Pick<AttachmentFiles, 'remove'> },
): () => Promise<void> {
  if (limits.maxAgeMs === null && limits.maxBytes === null) return async () => {};
  const end = new AbortController();
  let cancel = () => {};
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = pruneTraces(store, limits, { ...deps, signal: end.signal })
      .catch((err: unknown) => deps.log.error({ err }, 'old traces could not be removed'))
      .finally(() => {
        if (!end.signal.aborted) cancel = deps.clock.after(everyMs, run);
      });
  };
  run();
  return async () => {
    end.abort();
    cancel();
    await running;
  };
}
