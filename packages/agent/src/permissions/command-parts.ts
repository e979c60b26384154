// What a command line would run, part by part: every command of a list, a pipe, a group or a substitution, and what
// wrappers run in their turn. A rule that allows must fit all of them.
import { type ShellToken, toShellWords } from './shell-words.ts';

/**
 * One command. `words` are its name and arguments without assignments before it. `dynamic`: some word is made by the
 * shell when it runs, so its text here is not all of it. `writes`: files that it redirects into.
 */
export type CommandPart = { words: string[]; dynamic: boolean; assigns: boolean; writes: string[] };

/** Words that run nothing by themselves and stand before a command. */
const keywords = new Set([
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'do',
  'done',
  'while',
  'until',
  '!',
  '{',
  '}',
  'time',
]);
/** Run what follows them; their own options are skipped, and options with a value are named. */
const wrappers: Record<string, RegExp> = {
  sudo: /^-[ugCDhpRrTt]$/,
  doas: /^-[uC]$/,
  env: /^-[uC]$/,
  nohup: /^$/,
  nice: /^-n$/,
  ionice: /^-[cnp]$/,
  timeout: /^-[ks]$/,
  stdbuf: /^-[ioe]$/,
  setsid: /^$/,
  exec: /^-a$/,
  command: /^$/,
  builtin: /^$/,
  xargs: /^-[EILnPsda]$/,
  chroot: /^$/,
};
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash']);
/** Run text, or commands that stand among their arguments; what they do is not read here. */
const opaque = new Set(['eval', 'source', '.', 'case', 'for', 'select', 'function', 'trap', 'coproc', '[[']);

const maxDepth = 5;

/** Undefined where it cannot be told for certain what the line would run. */
export function toCommandParts(line: string, depth = 0): CommandPart[] | undefined {
  if (depth > maxDepth) return undefined;
  const words = toShellWords(line);
  if (!words) return undefined;
  const parts: CommandPart[] = [];
  for (const inner of words.inner) {
    const more = toCommandParts(inner, depth + 1);
    if (!more) return undefined;
    parts.push(...more);
  }
  for (const tokens of splitCommands(words.tokens)) {
    const more = readCommand(tokens, depth);
    if (!more) return undefined;
    parts.push(...more);
  }
  return parts;
}

type Word = Extract<ShellToken, { kind: 'word' }>;

function splitCommands(tokens: readonly ShellToken[]): ShellToken[][] {
  const commands: ShellToken[][] = [[]];
  for (const token of tokens)
    if (token.kind === 'end') commands.push([]);
    else commands.at(-1)?.push(token);
  return commands.filter((command) => command.length > 0);
}

function readCommand(tokens: readonly ShellToken[], depth: number): CommandPart[] | undefined {
  const words: Word[] = [];
  const writes: string[] = [];
  let redirect: { writes: boolean } | undefined;
  let unsure = false;
  for (const token of tokens) {
    if (token.kind === 'redirect') {
      if (redirect) return undefined;
      redirect = token;
    } else if (token.kind === 'word') {
      if (redirect?.writes) {
        writes.push(token.text);
        unsure ||= token.dynamic;
      } else if (!redirect) words.push(token);
      redirect = undefined;
    }
  }
  if (redirect) return undefined;

  let assigns = false;
  for (let first = words[0]; first; first = words[0]) {
    if (!first.quoted && keywords.has(first.text)) words.shift();
    else if (/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(first.text)) {
      assigns = true;
      words.shift();
    } else break;
  }
  return readWords(words, { writes, assigns, unsure }, depth);
}

type Around = { writes: string[]; assigns: boolean; unsure: boolean };

function readWords(words: readonly Word[], around: Around, depth: number): CommandPart[] | undefined {
  const [first] = words;
  const part: CommandPart = {
    words: words.map((word) => word.text),
    dynamic: around.unsure || words.some((word) => word.dynamic),
    assigns: around.assigns,
    writes: around.writes,
  };
  if (!first) return around.assigns || around.writes.length > 0 ? [part] : [];
  // A name that the shell makes could be anything.
  if (first.dynamic || opaque.has(first.text)) return undefined;
  const name = first.text.slice(first.text.lastIndexOf('/') + 1);
  if (shells.has(name)) {
    const flag = words.findIndex((word) => /^-[a-z]*c$/.test(word.text));
    const script = words[flag + 1];
    if (flag < 0 || !script || script.dynamic) return undefined;
    const inner = toCommandParts(script.text, depth + 1);
    return inner && [part, ...inner];
  }
  const behind = name === 'find' ? behindFind(words) : behindWrapper(name, words.slice(1));
  if (!behind || depth >= maxDepth) return undefined;
  const parts = [part];
  for (const command of behind) {
    const inner = readWords(command, { writes: [], assigns: false, unsure: false }, depth + 1);
    if (!inner) return undefined;
    parts.push(...inner);
  }
  return parts;
}

/** The commands that `find` runs on what it finds. */
function behindFind(words: readonly Word[]): Word[][] {
  const commands: Word[][] = [];
  words.forEach((word, index) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return;
    const rest = words.slice(index + 1);
    const end = rest.findIndex((each) => each.text === ';' || each.text === '+');
    commands.push(end < 0 ? rest : rest.slice(0, end));
  });
  return commands;
}

/**
 * The command that a wrapper runs: after its options, their values, assignments, and a duration or a folder. None for
 * what wraps nothing; undefined for options that cannot be told from the command.
 */
function behindWrapper(name: string, words: readonly Word[]): Word[][] | undefined {
  const withValue = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
  if (!withValue) return [];
  let at = 0;
  for (let text = words[0]?.text; text !== undefined; text = words[at]?.text) {
    if (text === '--') {
      at += 1;
      break;
    }
    if (text.startsWith('--') && !text.includes('=')) return undefined;
    if (text.startsWith('-S') || text.startsWith('--split-string')) return undefined;
    if (withValue.test(text)) at += 2;
    else if (text.startsWith('-') || /^[A-Za-z_][A-Za-z0-9_]*=/.test(text)) at += 1;
    else break;
  }
  if (name === 'timeout' || name === 'chroot') at += 1;
  return at < words.length ? [words.slice(at)] : [];
}
