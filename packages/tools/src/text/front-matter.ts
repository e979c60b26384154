// Markdown with YAML front matter, as agents and skills are written: the fields, on which line each stands, and the
// text under them. The YAML of a stranger: only plain data, bounded by who reads the file.
import { type ErrorCode, LineCounter, parseDocument } from 'yaml';

export type FrontMatter = {
  fields: Readonly<Record<string, unknown>>;
  /** The line of the file, from 1, on which a field stands. */
  lineOf(field: string): number | undefined;
  body: string;
};

export type FrontMatterFault = { line: number; problem: string };

const opening = /^\ufeff?---[ \t]*\r?\n/;
const closing = /^---[ \t]*\r?$/m;

/** What the parser says is for those who know YAML's grammar; these are the faults that people make. */
const yamlFaults: Partial<Record<ErrorCode, string>> = {
  BAD_DQ_ESCAPE: 'a backslash between double quotes is followed by no sign that it can have',
  BAD_INDENT: 'a closing bracket is missing, or a line is not indented as it must be',
  BAD_SCALAR_START: 'a text that begins with this sign must stand in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a text with a colon and a space in it must stand in quotes',
  DUPLICATE_KEY: 'a field is there twice',
  MISSING_CHAR: 'a closing quote, or the colon behind a name, is missing',
  MULTILINE_IMPLICIT_KEY: 'a colon is missing behind the name of a field',
  TAB_AS_INDENT: 'a line is indented with a tab',
  UNEXPECTED_TOKEN: 'there is something behind a value that does not belong to it',
};

/** Undefined for a text that has none. */
export function readFrontMatter(text: string): FrontMatter | FrontMatterFault | undefined {
  const head = opening.exec(text)?.[0];
  if (head === undefined) return undefined;
  const rest = text.slice(head.length);
  const end = closing.exec(rest);
  if (!end) return { line: 1, problem: 'The part between the two lines "---" has no second one.' };
  const counter = new LineCounter();
  const document = parseDocument(rest.slice(0, end.index), {
    lineCounter: counter,
    // Nothing in it may grow by references to itself.
    schema: 'core',
    merge: false,
  });
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const [error] = document.errors;
  if (error) {
    const why =
      yamlFaults[error.code] ?? error.message.split('\n', 1)[0]?.replace(/ at line \d+, column \d+:?$/, '');
    return { line: lineAt(error.pos[0]), problem: `It is not valid YAML: ${why}.` };
  }
  let fields: unknown;
  try {
    fields = document.toJS({ maxAliasCount: 0 });
  } catch {
    return { line: 2, problem: 'References (& and *) cannot be used there.' };
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields))
    return { line: 2, problem: 'There must be fields such as "name: …" between the two lines "---".' };
  return {
    fields: fields as Record<string, unknown>,
    lineOf(field) {
      const node = document.getIn([field], true);
      const range = node && typeof node === 'object' && 'range' in node ? node.range : undefined;
      return Array.isArray(range) && typeof range[0] === 'number' ? lineAt(range[0]) : undefined;
    },
    body: rest.slice(end.index + end[0].length).trim(),
  };
}
