// Cuts a block that is one long list or one long table into pieces of some items, each of which can be parsed apart and
// shows the same there, once it is known whether the items stand apart. While the block grows only its last piece
// changes. Whatever else could make two pieces depend on each other (footnotes, formulas, odd indentation) makes it a
// block that is not cut.
import { isTangled } from './is-tangled.ts';

export type Pieces = {
  kind: 'list' | 'table';
  /** They do not change any more while the block grows. */
  done: readonly string[];
  last: string;
  /** An item that may follow any of them; empty for a table. */
  next: string;
  /** One of those that are done must not be parsed. */
  tangled: boolean;
};

type Cut = {
  text: string;
  /** Where the next unread line begins. */
  offset: number;
  /** Null: nothing is known before its first line; a table is one from its second line on. */
  form: Form | null;
  /** It is no such block, and will be none. */
  other: boolean;
  blank: boolean;
  done: readonly string[];
  tangled: boolean;
  /** Where the open piece begins, and how many lines it has. */
  start: number;
  lines: number;
};

type Form =
  /** `indent`: from which column on a line belongs to the item that is open. */
  | { kind: 'list'; marker: string; task: boolean; indent: number }
  | { kind: 'table'; head: string; whole: boolean };

/** A piece is cut where it has either. */
const linesOfPiece = 50;
const charsOfPiece = 2500;
/** Fewer are parsed as quickly in one. */
const fewestDone = 2;

const itemLine = /^([-*+]|\d{1,9}[.)]) (?=\S)(\[[ xX]\] )?/;
const ruleLine = /^(?:(?:- *){3,}|(?:\* *){3,})$/;
const delimiterLine = /^\|(?: *:?-+:? *\|)+ *$/;
/** What reaches over the end of an item or a row, or may. */
const reaching = /[\t\r]|\]:|\[\^|\\[([]|\$\$/;

export const nothingCut: Cut = {
  text: '',
  offset: 0,
  form: null,
  other: false,
  blank: false,
  done: [],
  tangled: false,
  start: 0,
  lines: 0,
};

/** `before` is what an earlier call gave; it is used where `text` continues its text. */
export function growCut(before: Cut, text: string): Cut {
  if (text === before.text) return before;
  let cut = text.startsWith(before.text) ? before : nothingCut;
  while (!cut.other) {
    const end = text.indexOf('\n', cut.offset);
    if (end < 0) break;
    cut = readLine(cut, text, text.slice(cut.offset, end), end + 1);
  }
  return { ...cut, text };
}

/**
 * Null where the block is shown as one: it is short, or of another kind. `live`: half of a mark at its end is not shown.
 */
export function toPieces(cut: Cut, live: boolean): Pieces | null {
  const { text, form, other, done, start, tangled } = cut;
  const last = text.slice(cut.offset);
  if (other || form === null || done.length < fewestDone || !fits(cut, last, live)) return null;
  return { kind: form.kind, done, last: headOf(form) + text.slice(start), next: nextOf(form), tangled };
}

/** Whether the last line, which may be half of one, goes on with the list or the table. */
function fits({ form, blank }: Cut, last: string, live: boolean): boolean {
  if (last.trim() === '') return true;
  if (reaching.test(last)) return false;
  if (form?.kind === 'table') return !blank && last.startsWith('|');
  if (last.startsWith(' ')) return last.search(/\S/) >= (form?.indent ?? 0);
  const isNumbered = !/[-*+]/.test(form?.marker ?? '');
  // After a blank line a number alone is a paragraph of its own, as long as no more comes.
  if (isNumbered && /^\d{1,9}$/.test(last)) return live || !blank;
  const marker = /^(?:[-*+]|\d{1,9}[.)])(?= \S| ?$)/.exec(last)?.[0];
  return marker !== undefined && marker.slice(-1) === form?.marker && !ruleLine.test(last);
}

function headOf(form: Form): string {
  return form.kind === 'table' ? form.head : '';
}

function nextOf(form: Form): string {
  if (form.kind === 'table') return '';
  return /[-*+]/.test(form.marker) ? `${form.marker} x` : `1${form.marker} x`;
}

function readLine(cut: Cut, text: string, line: string, next: number): Cut {
  const blank = line.trim() === '';
  const read = { ...cut, offset: next, lines: cut.lines + 1, blank };
  if (blank) return { ...read, other: cut.form === null };
  const ended = cut.blank && cut.form?.kind === 'table';
  const form = ended || reaching.test(line) ? null : toForm(cut.form, line);
  if (form === null) return { ...read, other: true };
  // The lines of its head are the first of each piece.
  if (form.kind === 'table' && cut.form !== form) return { ...read, form, start: next, lines: 0 };
  const isFull = cut.lines >= linesOfPiece || cut.offset - cut.start >= charsOfPiece;
  const isCut = isFull && (form.kind === 'table' || itemLine.test(line));
  if (!isCut) return { ...read, form };
  const piece = headOf(form) + text.slice(cut.start, cut.offset);
  return {
    ...read,
    form,
    done: [...cut.done, piece],
    tangled: cut.tangled || isTangled(piece),
    start: cut.offset,
    lines: 1,
  };
}

/** What the block is with this line as well; null where the line is not of it. */
function toForm(form: Form | null, line: string): Form | null {
  if (form?.kind === 'table') return toTable(form, line);
  if (form === null && line.startsWith('|')) return { kind: 'table', head: `${line}\n`, whole: false };
  const [item, mark, task] = itemLine.exec(line) ?? [];
  if (mark === undefined || item === undefined)
    return form && line.search(/\S/) >= form.indent && line.startsWith(' ') ? form : null;
  if (ruleLine.test(line)) return null;
  const marker = mark.slice(-1);
  const isTask = task !== undefined;
  if (form && (form.marker !== marker || form.task !== isTask)) return null;
  return { kind: 'list', marker, task: isTask, indent: mark.length + 1 };
}

function toTable(form: Form & { kind: 'table' }, line: string): Form | null {
  if (form.whole) return line.startsWith('|') ? form : null;
  return delimiterLine.test(line) ? { ...form, head: `${form.head}${line}\n`, whole: true } : null;
}
