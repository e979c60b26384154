// The text of a memory file: one entry a line (`- …`), anything else left as it stands. Pure; adding twice what is
// there already changes nothing.

const entryLine = /^\s*[-*]\s+(.*\S)\s*$/;

export function toEntries(text: string): string[] {
  return text.split('\n').flatMap((line) => entryLine.exec(line)?.[1] ?? []);
}

/** One line, however it was written. */
export function toEntry(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[-*]\s+/, '')
    .trim();
}

/** The new text; null where the entry is there already, but for case, spaces and the full stop. */
export function addEntry(text: string, entry: string): string | null {
  if (toEntries(text).some((known) => toKey(known) === toKey(entry))) return null;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}- ${entry}\n`;
}

export type Found = { kind: 'one'; entry: string } | { kind: 'none' } | { kind: 'many'; entries: string[] };

/** The entry that is, or else the only one that contains, the words. */
export function findEntry(text: string, words: string): Found {
  const entries = toEntries(text);
  const same = entries.filter((entry) => toKey(entry) === toKey(words));
  const found = same.length > 0 ? same : entries.filter((entry) => toKey(entry).includes(toKey(words)));
  const [entry] = found;
  if (entry === undefined) return { kind: 'none' };
  return found.length === 1 ? { kind: 'one', entry } : { kind: 'many', entries: found };
}

/** With `next` null the entry's line goes. */
export function changeEntry(text: string, entry: string, next: string | null): string {
  const lines = text.split('\n');
  const index = lines.findIndex((line) => entryLine.exec(line)?.[1] === entry);
  if (index < 0) return text;
  if (next === null) lines.splice(index, 1);
  else lines[index] = `- ${next}`;
  return lines.join('\n');
}

function toKey(entry: string): string {
  return entry
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.。\s]+$/, '')
    .trim();
}
