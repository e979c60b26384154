// The words of a command as one line that says where each begins and ends: `git commit -m 'a b'` is not what
// `git commit -m a b` is, so a rule for one must not fit the other.
import type { CommandPart } from './command-parts.ts';

const plain = /^[^\s'"\\]+$/;

export function toShownWords(part: Pick<CommandPart, 'words'>): string {
  return part.words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}
