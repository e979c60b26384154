// The conversation before a message, as far as prompts need it: the newest summary that counts on this branch, and the
// messages after it. What it costs depends on those and not on the whole session.
import type { CompactionRecord, Message } from '@slipstream/protocol';
import type { Store } from '../store.ts';

export type Past = {
  /** What stands in the place of everything before `messages`. */
  summary: string | undefined;
  compaction: CompactionRecord | undefined;
  messages: Message[];
};

const pageSize = 100;
/** Without a summary that covers the rest, more than this is not looked at. */
const maxLoaded = 1000;

/** `before`: the message that the prompt is for; without it, the conversation up to its head. */
export async function loadPast(
  store: Pick<Store, 'history' | 'summaries'>,
  sessionId: string,
  before?: string,
): Promise<Past> {
  const summaries = (await store.summaries.list(sessionId)).filter(({ undone }) => !undone);
  const byThrough = new Map(summaries.toReversed().map((summary) => [summary.throughId, summary]));
  let messages: Message[] = [];
  let cursor = before;
  for (;;) {
    const page = await store.history.messages(sessionId, { limit: pageSize, before: cursor });
    const index = page.messages.findLastIndex(({ id }) => byThrough.has(id));
    const compaction = byThrough.get(page.messages[index]?.id ?? '');
    messages = [...page.messages.slice(index + 1), ...messages];
    if (compaction) return { summary: compaction.summary, compaction, messages };
    if (page.nextCursor === null) return { summary: undefined, compaction: undefined, messages };
    if (messages.length >= maxLoaded)
      return { summary: leftOut(messages.length), compaction: undefined, messages };
    cursor = page.nextCursor;
  }
}

function leftOut(shown: number): string {
  return `The conversation is longer than this: what was said before its last ${shown} messages is not shown.`;
}
