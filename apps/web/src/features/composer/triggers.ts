// What in a text that is being written asks for a list: `/` at its beginning, the words after a command that takes one
// of several, and `@` before a file. Pure: text and caret in, what is asked for out.

/** The commands that take one of several. */
export type TakesOne = 'model' | 'export';

/** `start` to `end` is what a choice takes the place of. */
export type Trigger = { query: string; start: number; end: number } & (
  | { kind: 'command' }
  | { kind: 'argument'; command: TakesOne }
  | { kind: 'file' }
);

/** A `@` inside a word or an address is none; after Chinese words, which have no spaces, it is. */
const file = /(?<![\w.+@-])@([^\s@"]*)$/u;

export function toTrigger(text: string, caret: number): Trigger | null {
  const before = text.slice(0, caret);
  const command = /^\/(\S*)$/.exec(before);
  // Behind the caret the word must end: a path like /etc/hosts is no command.
  if (command && !command[1]?.includes('/') && !/^\S/.test(text.slice(caret)))
    return { kind: 'command', query: command[1] ?? '', start: 0, end: caret };
  const argument = /^\/(model|export) +(\S.*|)$/.exec(before);
  if (argument && /^\s*$/.test(text.slice(caret))) {
    const query = argument[2] ?? '';
    return {
      kind: 'argument',
      command: argument[1] as TakesOne,
      query,
      start: caret - query.length,
      end: caret,
    };
  }
  const mention = file.exec(before);
  if (mention) return { kind: 'file', query: mention[1] ?? '', start: mention.index, end: caret };
  return null;
}

/** A path as it stands in a message. */
export function toMention(path: string): string {
  return /[\s"]/.test(path) ? `@"${path.replaceAll('"', '\\"')}"` : `@${path}`;
}

/** A text with a file named at the caret, apart from the words around it, and the caret behind it. */
export function withMention(text: string, at: number, path: string): { text: string; caret: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const gap = before === '' || /\s$/.test(before) ? '' : ' ';
  const named = `${before}${gap}${toMention(path)}`;
  return { text: `${named}${/^\s/.test(after) ? '' : ' '}${after}`, caret: named.length + 1 };
}
