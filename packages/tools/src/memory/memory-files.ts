// Reads what memory holds: `MEMORY.md` and the daily files, bounded, newest days first.
import type { Boundary } from '../boundary/boundary.ts';
import { readContextFile, rootFiles } from '../context/context-files.ts';
import { dayPath, listDays } from '../context/memory-days.ts';
import { toEntries } from './memory-text.ts';
import type { MemoryEntry } from './search-memory.ts';

const maxSearchedDays = 400;

/** Every entry, the long-term ones first, then by day, the oldest first. Files that cannot be read are left out. */
export async function readMemory(
  boundary: Boundary,
  options: { without?: readonly string[] } = {},
): Promise<MemoryEntry[]> {
  const days = (await listDays(boundary)).slice(0, maxSearchedDays).reverse();
  const paths = [rootFiles.memory, ...days.map(dayPath)].filter((path) => !options.without?.includes(path));
  const entries: MemoryEntry[] = [];
  for (const path of paths) {
    const file = await readContextFile(boundary, path);
    if (file && 'text' in file) for (const text of toEntries(file.text)) entries.push({ path, text });
  }
  return entries;
}
