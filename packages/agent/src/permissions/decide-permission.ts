// The permission policy: one pure function from what a call could do, the session's mode, the owner's rules and what
// the user has allowed already, to allow, ask or deny, with the reason that the approval card shows. Deny beats ask,
// ask beats allow. A model cannot influence it; what it cannot judge it asks.
import { assertNever, type Json, type Mode } from '@slipstream/protocol';
import type { Tool, ToolRisk } from '../tool.ts';
import { canonicalJson } from './canonical-json.ts';
import { type CommandPart, toCommandParts } from './command-parts.ts';
import { isForkBomb, refusedByBelt } from './last-belt.ts';
import { fitsPath, fitsText, type PermissionRule, type RuleEffect } from './rules.ts';
import { isTrustedPlace, toWorkspacePath } from './workspace-places.ts';

/** `remember`: whether "allow for this session" may be offered and kept. */
export type Permission = { decision: 'allow' | 'ask' | 'deny'; reason: string; remember: boolean };

/** What holds for all calls of a server: the owner's rules, and what keeps commands in. */
export type PermissionSettings = {
  rules: readonly PermissionRule[];
  /** Commands run in a sandbox. */
  sandboxed: boolean;
  /** Commands can reach the network. */
  network: boolean;
};

export const noRules: PermissionSettings = { rules: [], sandboxed: false, network: true };

export type PermissionQuery = {
  tool: Pick<Tool, 'name' | 'risk'>;
  args: Json;
  mode: Mode;
  workspace: string;
  /** The file in the workspace that plan mode may write. */
  planPath: string;
  grants: ReadonlySet<string>;
  settings: PermissionSettings;
};

const what: Record<ToolRisk, string> = {
  read: 'It only reads.',
  write: 'It changes files in the workspace.',
  command: 'It runs a command.',
  network: 'It reaches out to the network.',
  plan: 'The plan is ready. Allow it to build it now; deny it, with a note, to go on planning.',
};

export function decidePermission(query: PermissionQuery): Permission {
  const { tool, mode, grants, settings } = query;
  const target = toTarget(query);
  if (target.refused) return { decision: 'deny', reason: target.refused, remember: false };
  const denied = findRule(target, tool.name, settings.rules, 'deny');
  if (denied) return { decision: 'deny', reason: `The rule "${denied.text}" forbids it.`, remember: false };
  if (tool.risk === 'read') return allow(what.read);

  if (tool.risk === 'plan')
    return mode === 'plan'
      ? { decision: 'ask', reason: what.plan, remember: false }
      : { decision: 'deny', reason: 'The session is not in plan mode; just do the work.', remember: false };

  const unsandboxed = tool.risk === 'command' && !settings.sandboxed;
  const ask = (reason: string, remember = true): Permission => ({
    decision: 'ask',
    reason: unsandboxed ? `${reason} It is not sandboxed: it can reach all that the server can.` : reason,
    remember: remember && !unsandboxed,
  });
  if (mode === 'plan' && tool.risk === 'write' && target.place === query.planPath)
    return allow('It writes the plan.');
  if (mode === 'plan')
    return ask(
      `${what[tool.risk]} The session is in plan mode, where nothing is changed without asking.`,
      false,
    );
  if (target.trusted) return ask('It changes what the server or git would later run or trust.', false);
  const asking = findRule(target, tool.name, settings.rules, 'ask');
  if (asking) return ask(`The rule "${asking.text}" wants you to be asked.`);
  const allowing = unsandboxed ? undefined : findRule(target, tool.name, settings.rules, 'allow');
  if (allowing) return allow(`The rule "${allowing.text}" allows it.`);
  if (!unsandboxed && grants.has(toGrantKey(tool, query.args)))
    return allow('You allowed it for this session.');
  switch (mode) {
    case 'default':
      return ask(what[tool.risk]);
    case 'accept-edits':
      return tool.risk === 'write'
        ? allow('The session accepts edits in the workspace.')
        : ask(what[tool.risk]);
    case 'auto':
      if (tool.risk === 'write') return allow('The session accepts edits in the workspace.');
      if (tool.risk === 'command' && settings.sandboxed && !settings.network)
        return allow('The session lets commands run in the sandbox, without network.');
      return ask(what[tool.risk]);
    default:
      return assertNever(mode);
  }
}

/**
 * What "allow for this session" covers: for a command exactly this one again, since one command says nothing of the
 * next; for the network the host, or the one service that is searched; for everything else the tool.
 */
export function toGrantKey(tool: Pick<Tool, 'name' | 'risk'>, args: Json): string {
  if (tool.risk === 'command') return `${tool.name}:${canonicalJson(args)}`;
  // What answers a search was set by the owner, and is the same for every query.
  if (tool.name === 'web_search') return tool.name;
  if (tool.risk === 'network') return `${tool.name}:${toHost(args['url']) ?? canonicalJson(args)}`;
  return tool.name;
}

/** What rules are held against. `parts` undefined for a command: it cannot be read, and no rule allows it. */
type Target = {
  kind: 'command' | 'path' | 'host' | 'other';
  line: string;
  parts: CommandPart[] | undefined;
  /** Undefined: outside the workspace, or not known. */
  place: string | undefined;
  trusted: boolean;
  refused: string | undefined;
};

function toTarget({ tool, args, workspace }: PermissionQuery): Target {
  const other: Target = {
    kind: 'other',
    line: canonicalJson(args),
    parts: undefined,
    place: undefined,
    trusted: false,
    refused: undefined,
  };
  if (tool.risk === 'command' && typeof args['command'] === 'string') {
    const line = args['command'];
    const parts = toCommandParts(line);
    const refused = isForkBomb(line)
      ? 'It would fill the machine with processes.'
      : parts?.map(refusedByBelt).find((reason) => reason !== undefined);
    return { ...other, kind: 'command', line, parts, refused };
  }
  if (typeof args['path'] === 'string') {
    const place = toWorkspacePath(args['path'], workspace);
    const trusted = tool.risk === 'write' && place !== undefined && isTrustedPlace(place);
    return { ...other, kind: 'path', line: args['path'], place, trusted };
  }
  const host = toHost(args['url']);
  return host === undefined ? other : { ...other, kind: 'host', line: host };
}

function findRule(
  target: Target,
  name: string,
  rules: readonly PermissionRule[],
  effect: RuleEffect,
): PermissionRule | undefined {
  const mine = rules.filter((rule) => rule.effect === effect && fitsText(rule.tool, name));
  if (target.kind !== 'command' || effect !== 'allow') return mine.find((rule) => fits(rule, target));
  const whole = mine.find((rule) => rule.pattern === undefined);
  if (whole) return whole;
  // To be allowed, every part must be, with nothing in it that the rule cannot have seen.
  const { parts } = target;
  if (!parts || parts.length === 0) return undefined;
  const found = parts.map((part) =>
    part.dynamic || part.assigns || part.writes.length > 0
      ? undefined
      : mine.find((rule) => rule.pattern !== undefined && fitsText(rule.pattern, part.words.join(' '))),
  );
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

/** Whether a rule that denies or asks fits, or one that allows what is no command. */
function fits(rule: PermissionRule, target: Target): boolean {
  const { pattern } = rule;
  if (pattern === undefined) return true;
  switch (target.kind) {
    case 'command': {
      const texts = [target.line, ...(target.parts ?? []).map((part) => part.words.join(' '))];
      return texts.some((text) => fitsText(pattern, text));
    }
    case 'path':
      return target.place !== undefined && fitsPath(pattern, target.place);
    case 'host':
      return fitsText(pattern, target.line) || (pattern.startsWith('*.') && target.line === pattern.slice(2));
    case 'other':
      return fitsText(pattern, target.line);
    default:
      return assertNever(target.kind);
  }
}

function toHost(url: unknown): string | undefined {
  if (typeof url !== 'string') return undefined;
  // Written by hand, since this package has no URL of its own: scheme, no user, host, optional port.
  const match = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?#]|$)/i.exec(url.trim());
  return match?.[1]?.toLowerCase();
}

function allow(reason: string): Permission {
  return { decision: 'allow', reason, remember: false };
}
