// Rules of the server's owner and what "always allow" makes of an answer: `bash(git status*)`, `edit_file(src/**)`,
// `web_fetch(docs.example.com)`, `mcp__files__*`. A rule fits or it does not; which effect wins is decided elsewhere.
import { AppError } from '@slipstream/protocol';

export type RuleEffect = 'allow' | 'ask' | 'deny';

/** `tool` may hold `*`; `pattern` undefined fits every call of the tool. */
export type PermissionRule = { effect: RuleEffect; tool: string; pattern: string | undefined; text: string };

/** Throws `invalid_config` with the rule's text where it is none. */
export function toPermissionRule(effect: RuleEffect, text: string): PermissionRule {
  const match = /^([A-Za-z0-9_*-]+)(?:\((.+)\))?$/s.exec(text.trim());
  if (!match?.[1])
    throw new AppError(
      'invalid_config',
      `"${text}" is no rule. Write a tool's name, and in brackets what it may be called with: bash(git status*).`,
    );
  return { effect, tool: match[1], pattern: match[2], text: text.trim() };
}

/** `*` is any run of characters. */
export function fitsText(pattern: string, text: string): boolean {
  return toRegExp(pattern, '[\\s\\S]*', '[\\s\\S]*').test(text);
}

/** A command in words; `npm test *` fits `npm test` as well, but never `npm tests`. */
export function fitsCommand(pattern: string, text: string): boolean {
  return fitsText(pattern, text) || (pattern.endsWith(' *') && fitsText(pattern.slice(0, -2), text));
}

/** A path in the workspace: `*` stays within a folder, `**` does not. */
export function fitsPath(pattern: string, path: string): boolean {
  return toRegExp(pattern, '[^/]*', '.*').test(path);
}

function toRegExp(pattern: string, one: string, many: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*+|\?)/)
    .map((piece) => {
      if (piece === '**/') return many === one ? `${many}/` : '(?:.*/)?';
      if (piece === '*') return one;
      if (/^\*+$/.test(piece)) return many;
      if (piece === '?') return '[^/]';
      return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`, 'su');
}
