// Makes characters visible that change how a line reads without being seen (controls, direction overrides, zero
// widths), for texts by which a person decides.

const hidden = /[^\P{Cc}\t\n]|\p{Cf}|[\u2028\u2029]/gu;

/** Each becomes its code, like `\u{202e}`. Line breaks and tabs stay. */
export function toVisible(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}
