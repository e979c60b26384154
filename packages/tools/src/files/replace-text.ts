// The exact replacement of edit_file, as a pure function over text: where the old text is, or what to tell the model
// when it is not there or is there more than once.
import { toOneLine } from '../text/visible-text.ts';
import { nearestLine } from './nearest-line.ts';

export type Replacement = { oldText: string; newText: string; replaceAll: boolean };

/** `lines` are the numbers of the lines where the replaced texts began. */
export type Replaced = { ok: true; text: string; lines: number[] } | { ok: false; problem: string };

const maxLinesTold = 20;

export function replaceText(text: string, replacement: Replacement, shown: string): Replaced {
  if (replacement.oldText === replacement.newText)
    return { ok: false, problem: 'oldText and newText are the same, so there is nothing to change.' };
  const { oldText, newText } = withLineEndsOf(text, replacement);
  const places = placesOf(text, oldText);
  if (places.length === 0) return { ok: false, problem: notFound(text, replacement.oldText, shown) };
  const lines = lineNumbers(text, places);
  if (places.length > 1 && !replacement.replaceAll)
    return {
      ok: false,
      problem:
        `oldText is ${places.length} times in "${shown}", at lines ${list(lines)}. ` +
        'Add the lines around it to make it unique, or set replaceAll.',
    };
  return { ok: true, text: spliced(text, places, oldText.length, newText), lines };
}

/**
 * Several replacements, one after the other, each in what the ones before it left. All of them or none: the first that
 * does not fit is the problem.
 */
export function replaceTexts(text: string, replacements: readonly Replacement[], shown: string): Replaced {
  const lines: number[] = [];
  let current = text;
  for (const [index, replacement] of replacements.entries()) {
    const replaced = replaceText(current, replacement, shown);
    if (!replaced.ok) {
      if (replacements.length === 1) return replaced;
      const which = `Edit ${index + 1} of ${replacements.length} does not fit, so none was made.`;
      return { ok: false, problem: `${which} ${replaced.problem}` };
    }
    current = replaced.text;
    lines.push(...replaced.lines);
  }
  return { ok: true, text: current, lines };
}

/** Models write \n; in a file with \r\n both texts are meant with its line ends. */
function withLineEndsOf(text: string, replacement: Replacement): Pick<Replacement, 'oldText' | 'newText'> {
  const { oldText, newText } = replacement;
  if (!text.includes('\r\n')) return replacement;
  const wide = (part: string) => part.replace(/\r?\n/g, '\r\n');
  if (text.includes(oldText)) {
    // A one-line oldText says nothing of line ends; what is put in follows the file when that is of one kind.
    const onlyWide = !/(?<!\r)\n/.test(text);
    return { oldText, newText: onlyWide && !oldText.includes('\n') ? wide(newText) : newText };
  }
  return { oldText: wide(oldText), newText: wide(newText) };
}

function placesOf(text: string, part: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

function lineNumbers(text: string, places: readonly number[]): number[] {
  const lines: number[] = [];
  let line = 1;
  let at = 0;
  for (const place of places) {
    for (let end = text.indexOf('\n', at); end >= 0 && end < place; end = text.indexOf('\n', at)) {
      line += 1;
      at = end + 1;
    }
    lines.push(line);
  }
  return lines;
}

function spliced(text: string, places: readonly number[], length: number, newText: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    parts.push(text.slice(at, place), newText);
    at = place + length;
  }
  return parts.join('') + text.slice(at);
}

function notFound(text: string, oldText: string, shown: string): string {
  const problem = `oldText is not in "${shown}" exactly as given; nothing was changed.`;
  if (/^\s*\d+\t/.test(oldText))
    return `${problem} It begins with a line number: give the text of the lines without numbers and tab.`;
  const nearest = nearestLine(text, oldText);
  if (!nearest) return problem;
  const what = nearest.onlySpacesDiffer ? 'It differs only in white space from' : 'The nearest is';
  return `${problem} ${what} line ${nearest.line}: ${JSON.stringify(toOneLine(nearest.text, 200))}`;
}

function list(lines: readonly number[]): string {
  const told = lines.slice(0, maxLinesTold).join(', ');
  return lines.length > maxLinesTold ? `${told} and ${lines.length - maxLinesTold} more` : told;
}
