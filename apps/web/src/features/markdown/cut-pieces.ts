// Cuts a block that is one long list or one long table into pieces of some items, each of which can be parsed apart and
// shows the same there. While the block grows only its last piece changes. Whatever could make two pieces depend on each
// other (blank lines, footnotes, formulas, odd indentation) makes it a block that is not cut.
import { isTangled } from './is-tangled.ts';

export type Pieces = {
  kind: 'list' | 'table';
  /** They do not change any more while the block grows. */
  done: readonly string[];
  last: string;
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

const linesOfPiece = 50;
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

/** Null where the block is shown as one: it is short, or of another kind. */
export function toPieces(cut: Cut): Pieces | null {
  const { text, form, other, done, start, tangled } = cut;
  if (other || form === null || done.length < fewestDone || !fits(cut, text.slice(cut.offset))) return null;
  return { kind: form.kind, done, last: headOf(form) + text.slice(start), tangled };
}

/** Whether the last line, which may be half of one, goes on with the list or the table. */
function fits({ form, blank }: Cut, last: string): boolean {
  if (last === '') return true;
  if (blank || reaching.test(last)) return last.trim() === '';
  if (form?.kind === 'table') return last.startsWith('|');
  if (last.startsWith(' ')) return last.trim() === '' || last.search(/\S/) >= (form?.indent ?? 0);
  if (!/[-*+]/.test(form?.marker ?? '') && /^\d{1,9}$/.test(last)) return true;
  const marker = /^(?:[-*+]|\d{1,9}[.)])(?= \S| ?$)/.exec(last)?.[0];
  return marker !== undefined && marker.slice(-1) === form?.marker && !ruleLine.test(last);
}

function headOf(form: Form): string {
  return form.kind === 'table' ? form.head : '';
}

function readLine(cut: Cut, text: string, line: string, next: number): Cut {
  const read = { ...cut, offset: next, lines: cut.lines + 1 };
  if (line.trim() === '') return { ...read, blank: true, other: cut.form === null };
  const form = cut.blank || reaching.test(line) ? null : toForm(cut.form, line);
  if (form === null) return { ...read, other: true };
  // The lines of its head are the first of each piece.
  if (form.kind === 'table' && cut.form !== form) return { ...read, form, start: next, lines: 0 };
  const isCut = cut.lines >= linesOfPiece && (form.kind === 'table' || itemLine.test(line));
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
