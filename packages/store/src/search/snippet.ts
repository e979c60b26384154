// The piece of a text around what was found, and where in the piece that stands.

export type Snippet = { snippet: string; marks: [start: number, end: number][] };

const before = 60;
const length = 200;
const maxMarks = 20;

/** White space is one blank each, so that it is one line. Without a find it is the beginning of the text. */
export function toSnippet(text: string, terms: readonly string[]): Snippet {
  const needles = terms.map((term) => fold(term.normalize('NFKC'))).filter(Boolean);
  const folded = fold(text);
  const found = needles.map((needle) => folded.indexOf(needle)).filter((at) => at >= 0);
  const at = found.length > 0 ? Math.min(...found) : 0;
  const start = toStart(text, Math.max(0, at - before));
  const end = toStart(text, Math.min(text.length, start + length));
  const lead = start > 0 ? '…' : '';
  const piece = text.slice(start, end).replace(/\s/g, ' ');
  const marks = toMarks(fold(piece), needles).map(([from, to]): [number, number] => [
    from + lead.length,
    to + lead.length,
  ]);
  return { snippet: `${lead}${piece}${end < text.length ? '…' : ''}`, marks };
}

/** Lower case without accents, character by character, so that places stay what they are. */
function fold(text: string): string {
  return toLower(text).replace(/[\u00e0-\u024f\u1e00-\u1eff]/g, (each) => {
    const [letter = each, ...accents] = each.normalize('NFD');
    return accents.every((accent) => /\p{M}/u.test(accent)) ? letter : each;
  });
}

function toLower(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^\p{Ll}]/gu, (each) => {
    const small = each.toLowerCase();
    return small.length === each.length ? small : each;
  });
}

/** Not between the halves of one character. */
function toStart(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

function toMarks(folded: string, needles: readonly string[]): [number, number][] {
  const marks: [number, number][] = [];
  for (const needle of needles)
    for (
      let at = folded.indexOf(needle);
      at >= 0 && marks.length < maxMarks;
      at = folded.indexOf(needle, at + needle.length)
    )
      marks.push([at, at + needle.length]);
  marks.sort((a, b) => a[0] - b[0]);
  return marks.filter(([from], index) => index === 0 || from >= (marks[index - 1]?.[1] ?? 0));
}
