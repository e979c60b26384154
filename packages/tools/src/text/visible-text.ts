// Texts by which a person decides, on one line.
import { toVisible } from '@slipstream/protocol';

/** One line for people: visible, without line breaks, at most `length` characters. */
export function toOneLine(text: string, length = 120): string {
  const line = toVisible(text.slice(0, length * 4))
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > length || text.length > length * 4 ? `${line.slice(0, length - 1)}…` : line;
}
