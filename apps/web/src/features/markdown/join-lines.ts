// A line break in a paragraph is shown as a space, as between words. Between Chinese characters it is none: there the line
// was only too long for whoever wrote it.

/** Chinese characters, and the punctuation and full-width signs that stand between them. */
const han = String.raw`[\p{Script=Han}\u3000-\u303f\uff01-\uff60]`;
const between = new RegExp(String.raw`(?<=${han})\n(?=${han})`, 'gu');

/** The text of a paragraph, its lines without the blanks around them. */
export function joinLines(text: string): string {
  return text.includes('\n') ? text.replace(/[ \t]*\n[ \t]*/g, '\n').replace(between, '') : text;
}
