// Output of commands as plain text: escape sequences go, and a line that was overwritten shows what stood there last.

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals are made of control characters
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

export function toPlainText(output: string): string {
  return output
    .replace(escapes, '')
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.replace(/\r+$/, '').lastIndexOf('\r') + 1))
    .join('\n')
    .replace(controls, '');
}

/** The last `count` lines that have anything in them. */
export function tailLines(output: string, count: number): string {
  return toPlainText(output).trimEnd().split('\n').slice(-count).join('\n');
}
