// Most lines of a stream differ from the one before in a single string: the next piece of text. Once a line was seen
// that is nothing but such a piece, this reads the ones like it by comparing what is around the string, and parses only
// the string. What "nothing but a piece" means it does not decide: the full reader is asked, with another text put in
// its place, so that the short way cannot give what the long way would not.
import { parseJson, toObject } from './json.ts';
import { type Chunk, readChunk } from './read-chunk.ts';

export type UsualKind = 'text' | 'reasoning';

export type UsualLine = {
  /**
   * Reads a data line's JSON at `from`, up to its line feed, if it is like the one learned: gives the text to the
   * sink and where the line feed is. Else -1, and nothing was given.
   */
  read(lines: string, from: number): number;
  /** To be called with a line's JSON that `read` did not take, and what it was parsed into. */
  learn(line: string, value: unknown): void;
};

const probe = 'the0probe';
/** Learning costs as much as reading; lines that are never alike are left alone after this many attempts in vain. */
const maxInVain = 8;
/** Shorter texts are copied when they are cut out; a longer one would hold on to all of what it was cut from. */
const copiedLength = 12;

const quote = 34;
const backslash = 92;
const firstPrintable = 32;
const lineFeed = 10;

/** A string of any length that some send with each line against eavesdroppers; it means nothing. */
const padding = /^(.*"obfuscation": ?")[^"\\]*(".*)$/s;

export function createUsualLine(sink: (kind: UsualKind, text: string) => void): UsualLine {
  let before = '';
  /** What follows the text: one part, or two with a padding between them. */
  let after = '';
  let afterPadding: string | undefined;
  let kind: UsualKind | undefined;
  let inVain = 0;

  /** Where the rest of the line ends, -1 where it is another. */
  function matchRest(lines: string, from: number): number {
    let end = from + after.length;
    if (lines.slice(from, end) !== after) return -1;
    if (afterPadding !== undefined) {
      const start = endOfString(lines, end);
      if (start < 0 || lines.slice(end, start).includes('\\')) return -1;
      end = start + afterPadding.length;
      if (lines.slice(start, end) !== afterPadding) return -1;
    }
    return lines.charCodeAt(end) === lineFeed ? end : -1;
  }

  return {
    read(lines, from) {
      if (kind === undefined) return -1;
      const start = from + before.length;
      if (lines.slice(from, start) !== before) return -1;
      const end = endOfString(lines, start);
      const to = end < 0 ? -1 : matchRest(lines, end);
      if (to < 0) return -1;
      const text = readString(lines, start, end);
      if (typeof text !== 'string') return -1;
      inVain = 0;
      sink(kind, text);
      return to;
    },
    learn(line, value) {
      if (inVain >= maxInVain || !toObject(value)) return;
      const seen = toPiece(readChunk(value, ''));
      if (!seen || seen.text === '') return;
      inVain += 1;
      kind = undefined;
      const literal = JSON.stringify(seen.text);
      const at = line.indexOf(literal);
      if (at < 0) return;
      const head = line.slice(0, at + 1);
      const tail = line.slice(at + literal.length - 1);
      const [, first = tail, second] = padding.exec(tail) ?? [];
      const probed = toPiece(readChunk(parseJson(head + probe + first + (second ?? '')), ''));
      if (probed?.kind !== seen.kind || probed.text !== probe) return;
      // Copies, so that the lines they were cut from can go.
      [before, after] = [copy(head), copy(first)];
      afterPadding = second === undefined ? undefined : copy(second);
      kind = seen.kind;
    },
  };
}

/** Where the closing quote of the string that begins at `from` is; -1 where it has none in this line. */
function endOfString(lines: string, from: number): number {
  let end = from;
  for (let code = lines.charCodeAt(end); code !== quote; code = lines.charCodeAt(end)) {
    if (!(code >= firstPrintable)) return -1;
    end += code === backslash ? 2 : 1;
  }
  return end;
}

function readString(lines: string, start: number, end: number): unknown {
  const cut = lines.slice(start, end);
  const plain = end - start <= copiedLength && !cut.includes('\\');
  return plain ? cut : parseJson(lines.slice(start - 1, end + 1));
}

function copy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** The text of a chunk that is one piece of text, or of reasoning, and nothing else at all. */
function toPiece(chunk: Chunk | undefined): { kind: UsualKind; text: string } | undefined {
  const [piece] = chunk?.pieces ?? [];
  if (!chunk || !piece || chunk.pieces.length > 1 || piece.whole || piece.fragments.length > 0)
    return undefined;
  if (chunk.finishWords.length > 0 || chunk.usage || chunk.error !== undefined) return undefined;
  const { text, reasoning } = piece;
  if (text !== '' && reasoning !== '') return undefined;
  return text === '' ? { kind: 'reasoning', text: reasoning } : { kind: 'text', text };
}
