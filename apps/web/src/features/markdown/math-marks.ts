// Writes the marks of maths as the parser knows them: `\(…\)` and `\[…\]`, which to Markdown are escaped brackets, and
// `$$…$$` on one line, become `$$`. Code stays as it is, and so does a single dollar: a price is not maths.

/** How far from the end an open mark may stand for its text to be held back while more comes. */
const heldBack = 600;

/** `live`: a formula that is not whole yet is left out, so that no half of it flickers. */
export function toMathMarks(text: string, live = false): string {
  if (!/\\[([]|\$\$/.test(text)) return text;
  let out = '';
  let at = 0;
  while (at < text.length) {
    const code = codeAt(text, at);
    if (code > at) {
      out += text.slice(at, code);
      at = code;
      continue;
    }
    const open = openerAt(text, at);
    if (open === null) {
      const step = text.startsWith('\\\\', at) ? 2 : 1;
      out += text.slice(at, at + step);
      at += step;
      continue;
    }
    const end = text.indexOf(open.closer, at + 2);
    const tex = end < 0 ? '' : text.slice(at + 2, end);
    if (end < 0 && live && text.length - at < heldBack) return out.trimEnd();
    if (end < 0 || tex.trim() === '' || /\n\s*\n/.test(tex)) {
      out += text.slice(at, at + 2);
      at += 2;
      continue;
    }
    const next = end + 2;
    out += open.display && isAlone(text, at, next) ? toBlock(text, at, tex) : toInline(tex);
    at = next;
  }
  return out;
}

type Opener = { closer: string; display: boolean };

function openerAt(text: string, at: number): Opener | null {
  if (text.startsWith('\\(', at)) return { closer: '\\)', display: false };
  if (text.startsWith('\\[', at)) return { closer: '\\]', display: true };
  return text.startsWith('$$', at) ? { closer: '$$', display: true } : null;
}

/** Where the code that begins here ends; `at` where none does. */
function codeAt(text: string, at: number): number {
  const mark = text[at];
  if (mark !== '`' && mark !== '~') return at;
  let length = 1;
  while (text[at + length] === mark) length += 1;
  if (mark === '~' && length < 3) return at;
  const run = mark.repeat(length);
  const isFence = length >= 3 && /(?:^|\n)[ \t>]*$/.test(text.slice(Math.max(0, at - 80), at));
  for (let end = text.indexOf(run, at + length); end >= 0; end = text.indexOf(run, end + 1)) {
    let after = end + length;
    while (text[after] === mark) after += 1;
    if (isFence || (after === end + length && text[end - 1] !== mark)) return after;
    end = after - 1;
  }
  return isFence ? text.length : at + length;
}

/** Nothing but marks of lists and quotations before it on its line, and nothing behind it. */
function isAlone(text: string, from: number, to: number): boolean {
  return /^[ \t>]*$/.test(lineBefore(text, from)) && /^[ \t]*(?:\n|$)/.test(text.slice(to, to + 200));
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}

function toBlock(text: string, at: number, tex: string): string {
  const lead = lineBefore(text, at);
  const lines = tex.trim().split('\n');
  const body = lines.map((line, index) => (index === 0 ? `${lead}${line.trimStart()}` : line));
  return `$$\n${body.join('\n')}\n${lead}$$`;
}

function toInline(tex: string): string {
  return `$$${tex.trim().replace(/\s*\n[\s>]*/g, ' ')}$$`;
}
