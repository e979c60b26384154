// Output of commands as plain text: escape sequences go, and a line that was overwritten shows what stood there last.

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are made of control characters
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const colours = /^\u001b\[[0-9;]*m$/;

/** As plain text, but for the sequences that set colours and weights. */
export function toColouredText(output: string): string {
  const coloured = output.replace(escapes, (sequence) => (colours.test(sequence) ? sequence : ''));
  return overwritten(coloured).replace(controls, (control) => (control === '\u001b' ? control : ''));
}

export function toPlainText(output: string): string {
  return overwritten(output.replace(escapes, '')).replace(controls, '');
}

function overwritten(output: string): string {
  return output
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.replace(/\r+$/, '').lastIndexOf('\r') + 1))
    .join('\n');
}

/** The last `count` lines that have anything in them. */
export function tailLines(output: string, count: number): string {
  return toPlainText(output).trimEnd().split('\n').slice(-count).join('\n');
}
