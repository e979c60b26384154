// What a tool call does, in a person's words. The built-in tools are worded here, in the page's language; any other
// tool by the title that came with its call, or by its name.
import { type ToolCallView, toVisible } from '@slipstream/protocol';
import type { TFunction } from 'i18next';

/** The argument that says what a built-in tool works on. */
const subjects = {
  bash: 'command',
  read_file: 'path',
  write_file: 'path',
  edit_file: 'path',
  list_directory: 'path',
  glob: 'pattern',
  grep: 'pattern',
  web_fetch: 'url',
  web_search: 'query',
  todo_write: 'todos',
  ask_user: 'question',
} as const;

type BuiltIn = keyof typeof subjects;

const longest = 120;

function isBuiltIn(name: string): name is BuiltIn {
  return Object.hasOwn(subjects, name);
}

function subjectOf(t: TFunction, call: ToolCallView, name: BuiltIn): string | null {
  const value = call.args?.[subjects[name]];
  if (name === 'list_directory' && (value === undefined || value === '.' || value === ''))
    return t('tools.here');
  // Its words have no place for one: the list itself is in sight.
  if (name === 'todo_write') return '';
  if (typeof value !== 'string' || value === '') return null;
  const line = toVisible(value.trim().replace(/\s*\n\s*/g, ' ⏎ '));
  const cut = line.length > longest ? `${line.slice(0, longest)}…` : line;
  return name === 'read_file' ? withLines(t, cut, call.args ?? {}) : cut;
}

/** A part of a file by its lines, where only a part was asked for. */
function withLines(t: TFunction, path: string, { offset, limit }: Record<string, unknown>): string {
  const from = typeof offset === 'number' ? offset : 1;
  if (typeof limit === 'number') return t('tools.lines', { path, from, to: from + limit - 1 });
  return from > 1 ? t('tools.linesFrom', { path, from }) : path;
}

/** `now`: while it runs. `did`: in the trace. `ask`: on the approval card. */
export function callWords(t: TFunction, call: ToolCallView, tense: 'now' | 'did' | 'ask'): string {
  if (call.name === 'plan_ready') return t(`tools.plan_ready.${tense}`);
  if (isBuiltIn(call.name)) {
    const subject = subjectOf(t, call, call.name);
    if (subject !== null) return joined(t(`tools.${call.name}.${tense}`, { subject }), t('tools.here'));
  }
  return call.title || call.name;
}

/** In Chinese a word of the page's own needs no space before it, as a path does. */
function joined(words: string, here: string): string {
  return /^[\u3400-\u9fff]/.test(here) && words.endsWith(` ${here}`)
    ? words.slice(0, -here.length - 1) + here
    : words;
}
