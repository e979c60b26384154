// What stands in angles in a label, `List<String>` say, is a tag to Mermaid and taken away, and so it is drawn with letters
// that look like angles and are as wide, which become angles again in the picture. The tags that a label may have and the
// marks of the diagrams (`<<interface>>`, `<|--`, `-->`) stay as they are.

const standIns = { '<': '\u1438', '>': '\u1433' } as const;

const tag = /^<(?:br|b|i|em|strong|sub|sup|u|s|small|code|span|div|p|a|img|svg|script|style|iframe)\b[^<>]*>/;

/** `text` with each angle of a label that opens before a letter, and the one that closes it, as a letter. */
export function keepAngles(text: string): string {
  let kept = '';
  let open = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at);
    const before = text.charAt(at - 1);
    if (mark === '"') quoted = !quoted;
    // The label ends, and what is open with it.
    if (mark === '\n' || mark === '"' || (!quoted && /[\])}|]/.test(mark))) open = 0;
    if (
      mark === '<' &&
      before !== '<' &&
      /[A-Za-z]/.test(text.charAt(at + 1)) &&
      !tag.test(text.slice(at, at + 200))
    ) {
      open += 1;
      kept += standIns['<'];
    } else if (mark === '>' && open > 0 && !/[-=.]/.test(before)) {
      open -= 1;
      kept += standIns['>'];
    } else kept += mark;
  }
  return kept;
}

/** The words of a picture as they were meant: with their angles, and with Mermaid's own marks for entities read. */
export function toWords(drawn: string): string {
  return drawn
    .replaceAll(standIns['<'], '<')
    .replaceAll(standIns['>'], '>')
    .replace(/ﬂ°°(\d{1,7})¶ß/g, (whole, code: string) =>
      Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
    )
    .replace(/ﬂ°(\w{1,30})¶ß/g, (_, name: string) => toCharacter(name));
}

/** Of a name that is none it is the name, as it was written. */
function toCharacter(name: string): string {
  return new DOMParser().parseFromString(`&${name};`, 'text/html').body.textContent;
}
