// Makes characters visible that change how a line reads without being seen (controls, direction overrides, zero
// widths), for texts by which a person decides. Line breaks and tabs stay.

const hidden = /[^\P{Cc}\t\n]|\p{Cf}|[\u2028\u2029]/gu;

export function toVisible(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/** One line for people: visible, without line breaks, at most `length` characters. */
export function toOneLine(text: string, length = 120): string {
  const line = toVisible(text.slice(0, length * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > length || text.length > length * 4 ? `${line.slice(0, length - 1)}…` : line;
}
