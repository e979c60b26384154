import type { Compaction } from './events.ts';

/** The compaction alone, without what every event has. */
export function toCompaction(event: Compaction): Compaction {
  const { how, beforeTokens, afterTokens, messages, outputs, summary, compactionId, throughId } = event;
  return {
    ...(how === undefined ? {} : { how }),
    beforeTokens,
    afterTokens,
    messages,
    ...(outputs === undefined ? {} : { outputs }),
    ...(summary === undefined ? {} : { summary }),
    ...(compactionId === undefined ? {} : { compactionId }),
    ...(throughId === undefined ? {} : { throughId }),
  };
}
