// Cuts Markdown into blocks that can be parsed apart and still look like the whole: a cut is made only at a blank line
// that no list, fence or indentation reaches across. While a text grows, only its last block changes; `growBlocks`
// keeps what was cut before. What comes out depends on the text alone, never on how it arrived.

export type Blocks = {
  text: string;
  blocks: readonly string[];
  /** Link definitions of the whole text, for the blocks that use them. */
  definitions: string;
  scan: Scan;
};

/** Where the scan stands: after the last complete line. */
type Scan = {
  /** Where the next unread line begins. */
  offset: number;
  /** Finished blocks. */
  done: readonly string[];
  /** Where the open block begins. */
  start: number;
  fence: Fence | null;
  inList: boolean;
  afterBlank: boolean;
  definitions: string;
  /** A footnote's text and its mark may be far apart; such a text is one block from its first note on. */
  footnotes: boolean;
  /** A line left a list in the middle of its fence: which marks open and close from there on is the parser's to say. */
  unsure: boolean;
};

/** `column` is where its mark stands: a closing mark four columns further in is code. */
type Fence = { mark: string; length: number; column: number; quoted: boolean; inList: boolean };

const fenceLine = /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*(`{3,}|~{3,})(.*)$/;
const listLine = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const ruleLine = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const definitionLine = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/;
const footnoteLine = /^ {0,3}\[\^[^\]]+\]:/;

const start: Scan = {
  offset: 0,
  done: [],
  start: 0,
  fence: null,
  inList: false,
  afterBlank: false,
  definitions: '',
  footnotes: false,
  unsure: false,
};

export const noBlocks: Blocks = { text: '', blocks: [], definitions: '', scan: start };

/** The blocks of `text`. `before` is what an earlier call gave; it is used where `text` continues its text. */
export function growBlocks(before: Blocks, text: string): Blocks {
  if (text === before.text) return before;
  let scan = text.startsWith(before.text) ? before.scan : start;
  for (;;) {
    const end = text.indexOf('\n', scan.offset);
    if (end < 0) break;
    scan = readLine(scan, text, text.slice(scan.offset, end), end + 1);
  }
  // The last line may still grow, so what it does to the cuts is worked out anew each time and not kept.
  const last = text.slice(scan.offset);
  const shown = last === '' || isHalfAnItem(scan, last) ? scan : readLine(scan, text, last, text.length);
  const open = text.slice(shown.start);
  const blocks = open.trim() === '' ? shown.done : [...shown.done, open];
  return {
    text,
    blocks: shown.footnotes ? [text] : blocks,
    definitions: shown.definitions,
    scan,
  };
}

/** All at once. */
export function splitBlocks(text: string): readonly string[] {
  return growBlocks(noBlocks, text).blocks;
}

/** A number under a list may become its next item: as a block of its own it would be seen as a paragraph until then. */
function isHalfAnItem({ inList, fence }: Scan, last: string): boolean {
  return inList && fence === null && /^ {0,3}\d{1,9}$/.test(last);
}

function readLine(scan: Scan, text: string, line: string, next: number): Scan {
  const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
  if (bare.trim() === '')
    return { ...scan, offset: next, afterBlank: true, fence: unquoted(scan.fence, bare) };
  const inside = unquoted(scan.fence, bare);
  if (inside) {
    const unsure = scan.unsure || (inside.inList && bare.search(/\S/) < inside.column);
    return { ...scan, offset: next, afterBlank: false, fence: closed(inside, bare), unsure };
  }

  const isList = listLine.test(bare) && !ruleLine.test(bare);
  const continues = !scan.afterBlank || /^\s/.test(bare) || (scan.inList && isList);
  const inList = isList || (continues && scan.inList);
  const cut = !continues && !scan.unsure && scan.offset > scan.start;
  return {
    offset: next,
    done: cut ? [...scan.done, text.slice(scan.start, scan.offset)] : scan.done,
    start: cut ? scan.offset : scan.start,
    fence: opened(bare, inList),
    inList,
    afterBlank: false,
    definitions: definitionLine.test(bare) ? `${scan.definitions}\n${bare}` : scan.definitions,
    footnotes: scan.footnotes || footnoteLine.test(bare),
    unsure: scan.unsure,
  };
}

function opened(line: string, inList: boolean): Fence | null {
  const match = fenceLine.exec(line);
  const [mark, info] = [match?.[1], match?.[2]];
  if (mark === undefined || info === undefined) return null;
  // A backtick fence has no backtick in its info; such a line is inline code.
  if (mark.startsWith('`') && info.includes('`')) return null;
  const column = line.indexOf(mark);
  const quoted = line.trimStart().startsWith('>');
  return { mark: mark.charAt(0), length: mark.length, column, quoted, inList };
}

/** A fence in a quotation ends with the quotation. */
function unquoted(fence: Fence | null, line: string): Fence | null {
  return fence?.quoted && !line.trimStart().startsWith('>') ? null : fence;
}

function closed(fence: Fence, line: string): Fence | null {
  const bare = line.replace(fence.quoted ? /^[\s>]+/ : /^\s+/, '').trimEnd();
  const closes = bare.length >= fence.length && bare === fence.mark.repeat(bare.length);
  return closes && line.indexOf(bare) - fence.column < 4 ? null : fence;
}
