// Makes the last block of a text that still grows look finished: an open emphasis or code span is closed, half a link
// shows its words, the start of a table or underline waits for the line that decides it. Only for what is shown while
// text streams, or was cut off in the middle; a text that is whole is never touched.

/** `block` as it is shown while more may come. */
export function closeTail(block: string): string {
  if (hasOpenFence(block)) return block;
  const held = holdUndecided(block);
  const lastBreak = held.lastIndexOf('\n\n');
  const head = held.slice(0, lastBreak + 1);
  return head + closeSpans(held.slice(lastBreak + 1));
}

/** A last line that only begins something: an item, a heading, or what would make a heading of the line before. */
const emptyEnd = /(?:^|\n)\n*[ \t]*(?:#{1,6}|-+|=+|[*+]|\d+[.)])(?:[ \t]+\[[ x]?\]?)?\s*$/;

/** `block` as it is shown where nothing more will come although more was meant to: nothing is left open at its end. */
export function closeCut(block: string): string {
  if (hasOpenFence(block)) return block;
  let shown = block;
  while (emptyEnd.test(shown)) shown = shown.replace(emptyEnd, '');
  const lastBreak = shown.lastIndexOf('\n\n');
  return shown.slice(0, lastBreak + 1) + closeSpans(shown.slice(lastBreak + 1));
}

function hasOpenFence(block: string): boolean {
  let fence: string | null = null;
  for (const line of block.split('\n')) {
    const mark = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (!mark) continue;
    if (fence === null) fence = mark;
    else if (mark.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return fence !== null;
}

/** Without a last line whose meaning the next characters decide. */
function holdUndecided(block: string): string {
  const lines = block.split('\n');
  const last = lines.at(-1) ?? '';
  // "- " may become an item and "--" a rule; after text both would make it a heading for a moment.
  if (lines.length > 1 && /^\s*(?:-+|=+|[*+]|\d+[.)]?)\s*$/.test(last)) return lines.slice(0, -1).join('\n');
  if (/^ {0,3}#{1,6}$/.test(last)) return lines.slice(0, -1).join('\n');
  if (/^ {0,3}`{1,2}$/.test(last)) return lines.slice(0, -1).join('\n');
  const tableStart = lines.findIndex((line) => /^\s*\|/.test(line));
  if (tableStart >= 0) {
    const delimiter = lines[tableStart + 1];
    const complete = delimiter !== undefined && /^\s*\|?[\s:|-]*-[\s:|-]*\|\s*$/.test(delimiter);
    if (!complete && lines.length - tableStart <= 2) return lines.slice(0, tableStart).join('\n');
  }
  return block;
}

function closeSpans(text: string): string {
  const open = openCode(text);
  if (open !== null) return text.endsWith(open) ? text.slice(0, -open.length) : text + open;

  let shown = text.replace(/!?\[([^\]\n]*)\]\([^)\s]*$/, '$1').replace(/!?\[([^\]\n]*)$/, '$1');
  // A mark at the very end opens nothing yet.
  shown = shown.replace(/(?:\*{1,3}|_{1,3}|~{1,2})$/, (mark) => (isOpener(shown, mark) ? '' : mark));
  const prose = shown.replace(/(`+)[^`]*\1/g, (span) => 'x'.repeat(span.length)).replace(/\\[*_~]/g, 'xx');
  for (const mark of ['**', '~~']) {
    const count = prose.split(mark).length - 1;
    if (count % 2 === 1) shown = shown.trimEnd() + mark;
  }
  const single = prose.replaceAll('**', '').replace(/^(\s*)\*\s/gm, '$1  ');
  // A star between two letters or digits is a product, not an emphasis.
  const stars = single.match(/(?<!\w)\*(?=[^\s*])|(?<=[^\s*])\*(?!\w)/g)?.length ?? 0;
  return stars % 2 === 1 ? `${shown.trimEnd()}*` : shown;
}

function isOpener(text: string, mark: string): boolean {
  const before = text.slice(0, -mark.length);
  return before === '' || /[\s(（「“《【，。：；、！？]$/.test(before);
}

/** The backticks of a code span that is not closed. */
function openCode(text: string): string | null {
  let open: string | null = null;
  for (const run of text.match(/`+/g) ?? []) {
    if (open === null) open = run;
    else if (run === open) open = null;
  }
  return open;
}
