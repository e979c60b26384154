// Cuts a text into pages of numbered lines, bounded by lines and by bytes, and says exactly which lines a page holds.
import { headOf, headWithin } from '../text/cut-text.ts';
import { lineCount } from '../text/unified-diff.ts';

export type PageLimits = { maxLines: number; maxBytes: number };

/** `next` is the line to continue with, undefined when the text ends here. `cut` when a limit ended the page. */
export type Page = { text: string; first: number; last: number; total: number; next: number | undefined };

/** A line longer than this is shown by its head: it would push everything else out of the page. */
const maxLineLength = 8000;

/** The page that begins at line `first` (from 1), at least one line of it. `first` must be at most the line count. */
export function toPage(text: string, first: number, limits: PageLimits): Page {
  const total = lineCount(text);
  const lineLimit = Math.min(maxLineLength, Math.floor(limits.maxBytes / 4));
  let at = startOfLine(text, first);
  let line = first;
  let bytes = 0;
  const shown: string[] = [];
  while (line <= total && shown.length < limits.maxLines) {
    const end = text.indexOf('\n', at);
    const raw = text.slice(at, end < 0 ? text.length : end);
    const content = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    let numbered = `${String(line).padStart(6)}\t${shorten(content, lineLimit)}`;
    const size = Buffer.byteLength(numbered) + 1;
    if (bytes + size > limits.maxBytes) {
      if (shown.length > 0) break;
      numbered = headWithin(numbered, limits.maxBytes - 1);
    }
    shown.push(numbered);
    bytes += size;
    line += 1;
    at = end < 0 ? text.length : end + 1;
  }
  return { text: shown.join('\n'), first, last: line - 1, total, next: line <= total ? line : undefined };
}

function shorten(line: string, limit: number): string {
  return line.length > limit ? `${headOf(line, limit)}… [this line has ${line.length} characters]` : line;
}

function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let skipped = 1; skipped < line; skipped += 1) at = text.indexOf('\n', at) + 1;
  return at;
}
