// What was done in a turn, in a few words: the built-in tools by what they are for. What no word stands for is only in
// the count of all tools.
import type { TurnView } from '@slipstream/protocol';
import type { TFunction } from 'i18next';
import { joinParts } from '../../i18n/format.ts';

const kinds = {
  read: ['read_file', 'list_directory'],
  search: ['grep', 'glob', 'web_search'],
  edit: ['edit_file', 'write_file'],
  command: ['bash'],
  page: ['web_fetch'],
} as const;

type Kind = keyof typeof kinds;
const order = Object.keys(kinds) as Kind[];

export type ToolCounts = Readonly<Record<string, number>>;

export function toToolCounts(view: TurnView): ToolCounts {
  const counts: Record<string, number> = {};
  for (const { steps } of [view, ...view.agents])
    for (const { calls } of steps)
      for (const { name, status } of calls)
        if (status !== 'preparing')
          counts[name] = (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0) + 1;
  return counts;
}

/** `words`: "3 reads, 2 edits, 1 command"; empty where there is no word for any of it. `told`: how many calls they tell. */
export function workWords(
  t: TFunction,
  language: string,
  counts: ToolCounts,
): { words: string; told: number } {
  const parts = order.map((kind) => ({
    kind,
    count: kinds[kind].reduce(
      (sum, name) => sum + (Object.hasOwn(counts, name) ? (counts[name] ?? 0) : 0),
      0,
    ),
  }));
  return {
    words: joinParts(
      language,
      parts.filter(({ count }) => count > 0).map(({ kind, count }) => t(`trace.work.${kind}`, { count })),
    ),
    told: parts.reduce((sum, { count }) => sum + count, 0),
  };
}
