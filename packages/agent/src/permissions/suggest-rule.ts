// The rule that "always allow" offers for a call: what a person would mean by it, and never more than the words on the
// card say. Where no pattern says exactly that, none is offered.
import { type Json, toVisible } from '@slipstream/protocol';
import type { Tool } from '../tool.ts';
import { toCommandParts } from './command-parts.ts';
import { toHost } from './to-host.ts';
import { isTrustedPlace, toWorkspacePath } from './workspace-places.ts';

/**
 * Programs whose first words say what they do, whatever follows: how many words that are. What is not here is offered
 * as it stands.
 */
const families: readonly { words: RegExp; count: number }[] = [
  { words: /^git (?:status|log|diff|show|blame|ls-files|rev-parse|add|commit|fetch|stash)$/, count: 2 },
  { words: /^(?:npm|pnpm|yarn|bun) (?:test|ls|outdated|why)$/, count: 2 },
  { words: /^(?:npm|pnpm|yarn|bun) run [\w:.-]+$/, count: 3 },
  { words: /^cargo (?:build|check|test|clippy|fmt|doc)$/, count: 2 },
  { words: /^go (?:build|test|vet|fmt|doc|list)$/, count: 2 },
  { words: /^(?:ls|cat|head|tail|wc|pytest|tsc|eslint|prettier|biome|vitest|jest|ruff|mypy)$/, count: 1 },
];

/** Run whatever they are told, so that even the exact line says little of what will happen. */
const neverKept = /^(?:rm|rmdir|mv|dd|chmod|chown|kill|pkill|killall|sudo|doas|su|ssh|scp|curl|wget|nc)$/;

/** What a pattern would take for more than itself. */
const special = /[*?()]/;
/** A word that looks as it is written. */
const plainWord = /^[^\s'"\\*?()[\]{}~$`;&|<>#]+$/;
const toolName = /^[A-Za-z0-9_-]+$/;

/** The text of a rule that allows this call, or undefined. */
export function suggestRule(
  tool: Pick<Tool, 'name' | 'risk'>,
  args: Json,
  workspace: string,
): string | undefined {
  if (!toolName.test(tool.name)) return undefined;
  switch (tool.risk) {
    case 'command':
      return withPattern(tool.name, toCommandPattern(args['command']));
    case 'write':
      return withPattern(tool.name, toPathPattern(args['path'], workspace));
    case 'network':
      return 'url' in args ? withPattern(tool.name, toHostPattern(args['url'])) : tool.name;
    default:
      return undefined;
  }
}

function withPattern(name: string, pattern: string | undefined): string | undefined {
  // Nobody can read off a rule what they cannot see in it.
  return pattern === undefined || toVisible(pattern) !== pattern ? undefined : `${name}(${pattern})`;
}

function toCommandPattern(line: unknown): string | undefined {
  if (typeof line !== 'string') return undefined;
  const [part, ...more] = toCommandParts(line) ?? [];
  if (!part || more.length > 0 || part.dynamic || part.assigns || part.writes.length > 0) return undefined;
  const { words } = part;
  if (!words[0] || neverKept.test(words[0])) return undefined;
  for (const { words: fit, count } of families) {
    const head = words.slice(0, count).join(' ');
    // The head itself has to be as it is written.
    if (fit.test(head) && words.slice(0, count).every((word) => plainWord.test(word))) return `${head} *`;
  }
  return words.every((word) => plainWord.test(word)) ? words.join(' ') : undefined;
}

/** The folder of the file; a file at the top for itself. */
function toPathPattern(path: unknown, workspace: string): string | undefined {
  if (typeof path !== 'string') return undefined;
  const place = toWorkspacePath(path, workspace);
  if (!place || special.test(place) || isTrustedPlace(place)) return undefined;
  const end = place.lastIndexOf('/');
  return end < 0 ? place : `${place.slice(0, end)}/**`;
}

function toHostPattern(url: unknown): string | undefined {
  const host = toHost(url);
  return host === undefined || special.test(host) ? undefined : host;
}
