// Cuts the items of a conversation into chunks whose borders stay where they are, whatever comes before and after.
import type { Item } from './to-items.ts';

const size = 24;

/** `behind`: how many items come after it. */
export type Chunk = { key: string; items: readonly Item[]; behind: number };

/** `pivot`: the key of an item at which a chunk begins. Where there is none of that key one begins with the first. */
export function toChunks(items: readonly Item[], pivot: string | undefined): Chunk[] {
  const found = items.findIndex(({ key }) => key === pivot);
  const chunks: Chunk[] = [];
  // The first one may be short, so that the pivot begins one.
  const lead = found < 0 ? 0 : found % size;
  const before = found < 0 ? 0 : Math.ceil(found / size);
  for (let [start, end] = [0, lead === 0 ? size : lead]; start < items.length; start = end, end += size)
    chunks.push({
      key: `${chunks.length - before}`,
      items: items.slice(start, end),
      behind: Math.max(0, items.length - end),
    });
  return chunks;
}
