// How a tool's output is best shown. Cheap, since it is asked for each call that is opened.
import { isDiff } from '../approvals/preview.tsx';

export type OutputKind = 'diff' | 'terminal' | 'json' | 'plain';

/** A tree of more than this is slower to open than it is useful. */
const maxJsonChars = 200_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of terminals begin with one
const colour = /\u001b\[[0-9;]*m/;

export function toOutputKind(text: string): OutputKind {
  if (colour.test(text)) return 'terminal';
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed) && trimmed.length <= maxJsonChars && isJson(trimmed)) return 'json';
  return isDiff(text.split('\n', 50)) ? 'diff' : 'plain';
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
