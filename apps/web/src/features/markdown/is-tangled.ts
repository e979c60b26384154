// Tells a block that its parser could not show: quotations and lists hundreds deep end the stack, emphasis or brackets
// that are opened hundreds of times cost seconds. It is read once, before anything else looks at the block. It counts
// too much rather than too little; what people and models write is far from every limit.

/** Quotations and lists inside each other. */
const maxNesting = 50;
/** Marks of emphasis, or brackets, that wait for their other half at one time. */
const maxOpen = 200;
const maxBrackets = 100;
/** Marks of emphasis in one paragraph. */
const maxMarks = 3000;
/** How many open marks are looked at for those that close. */
const maxLooks = 50_000;
/** Each length of a code span's mark that has no other half is looked for to the end. */
const maxTickLengths = 50;

const marker = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/y;
const ruleLine = /^[ \t>]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const itemLine = /^[\s>]*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}\s)/;
const tableRule = /^(?=[^-]*-)[ \t>|:-]+$/;

/** Whether `block` is to be shown as it was written. */
export function isTangled(block: string): boolean {
  if (block.length <= maxNesting) return false;
  const lines = block.split(/\r?\n/);
  return isDeep(lines) || toParagraphs(lines).some(isTangledText);
}

function isDeep(lines: readonly string[]): boolean {
  /** Where the text of each open list begins. */
  const lists: number[] = [];
  for (const line of lines) {
    if (ruleLine.test(line)) continue;
    let quotes = 0;
    marker.lastIndex = 0;
    for (let found = marker.exec(line); found; found = marker.exec(line)) {
      if (found[0].endsWith('>')) quotes += 1;
      else {
        const column = toColumn(line, found.index + found[0].search(/\S/));
        while ((lists.at(-1) ?? -1) > column) lists.pop();
        lists.push(toColumn(line, marker.lastIndex) + 1);
      }
      if (quotes + lists.length > maxNesting) return true;
    }
  }
  return false;
}

function toColumn(line: string, index: number): number {
  let column = 0;
  for (let at = 0; at < index; at += 1) column += line[at] === '\t' ? 4 - (column % 4) : 1;
  return column;
}

/** The pieces in which a mark finds its other half; code between fences is left out where it surely is code. */
function toParagraphs(lines: readonly string[]): string[] {
  const isTable = lines.some((line) => tableRule.test(line));
  const hasFences = !lines.some((line) => /^[ \t>]*(?:<|\$\$)/.test(line));
  const paragraphs: string[] = [];
  let open: string[] = [];
  let fence = '';
  for (const line of lines) {
    if (fence !== '') {
      const bare = line.replace(/^ {0,3}/, '').trimEnd();
      if (bare.length >= fence.length && bare === fence.charAt(0).repeat(bare.length)) fence = '';
      continue;
    }
    fence = hasFences ? (/^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? '') : '';
    const begins = line.trim() === '' || itemLine.test(line) || (isTable && /^[\s>]*\|/.test(line));
    if (begins || fence !== '') {
      paragraphs.push(open.join('\n'));
      open = [];
    }
    if (fence === '') open.push(line);
  }
  return [...paragraphs, open.join('\n')];
}

function isTangledText(text: string): boolean {
  const marks = [...text.matchAll(/\\[^\n]|`+|\*+|_+|~+|\[|\]/g)];
  if (marks.length <= maxNesting) return false;
  const lastOf = new Map(marks.map((mark, index) => [mark[0], index]));
  if ([...lastOf.keys()].filter((mark) => mark.startsWith('`')).length > maxTickLengths) return true;
  const open: string[] = [];
  let [brackets, runs, looks] = [0, 0, 0];
  for (let index = 0; index < marks.length; index += 1) {
    const [mark, at] = [marks[index]?.[0] ?? '', marks[index]?.index ?? 0];
    if (mark.startsWith('\\')) continue;
    if (mark.startsWith('`')) {
      // From here to its other half all is code.
      if ((lastOf.get(mark) ?? 0) > index) while (marks[++index]?.[0] !== mark);
    } else if (mark === '[') brackets += 1;
    else if (mark === ']') brackets = Math.max(0, brackets - 1);
    else {
      const [before, after] = [text[at - 1] ?? ' ', text[at + mark.length] ?? ' '];
      const [closes, opens] = [/\S/.test(before), /\S/.test(after)];
      // Inside a word an underscore is a letter.
      if (mark.startsWith('_') && /\w/.test(before) && /\w/.test(after)) continue;
      if (closes || opens) runs += 1;
      const other = closes ? open.lastIndexOf(mark) : -1;
      if (closes) looks += open.length - Math.max(0, other);
      if (other >= 0) open.length = other;
      else if (opens) open.push(mark);
    }
    if (open.length > maxOpen || brackets > maxBrackets || runs > maxMarks || looks > maxLooks) return true;
  }
  return false;
}
