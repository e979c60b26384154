// The permission policy: one pure function from what a call could do, the session's mode, the owner's rules and what
// the user has allowed already, to allow, ask or deny, with the reason that the approval card shows. Deny beats ask,
// ask beats allow. A model cannot influence it; what it cannot judge it asks.
import { assertNever, type Json, type Mode } from '@slipstream/protocol';
import type { Tool } from '../tool.ts';
import { canonicalJson } from './canonical-json.ts';
import { type CommandPart, toCommandParts } from './command-parts.ts';
import { isForkBomb, refusedByBelt } from './last-belt.ts';
import { type Reason, type ReasonCode, toReason } from './reasons.ts';
import { fitsCommand, fitsPath, fitsText, type PermissionRule, type RuleEffect } from './rules.ts';
import { toHost } from './to-host.ts';
import { toShownWords } from './to-shown-words.ts';
import { isTrustedPlace, toWorkspacePath } from './workspace-places.ts';

/**
 * `reason` is `reasons` in one line. `remember`: whether "allow for this session" may be offered and kept. `lasting`:
 * whether a rule that allows it from now on would be heeded, and may be offered.
 */
export type Permission = {
  decision: 'allow' | 'ask' | 'deny';
  reasons: readonly Reason[];
  reason: string;
  remember: boolean;
  lasting: boolean;
};

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
  /** The tool is not what it was when it was allowed last: nothing that was allowed before counts. */
  changed?: boolean;
};

export function decidePermission(query: PermissionQuery): Permission {
  const judged = judge(query);
  if (!query.changed || judged.decision === 'deny') return judged;
  const asked = judged.decision === 'ask' ? judged.reasons : [toReason(query.tool.risk)];
  const remember = judged.decision === 'ask' && judged.remember;
  return toPermission('ask', [toReason('tool_changed'), ...asked], { remember });
}

function judge(query: PermissionQuery): Permission {
  const { tool, mode, grants, settings } = query;
  const target = toTarget(query);
  if (target.refused) return deny(target.refused);
  const ruleThat = (effect: RuleEffect) => findRule(target, tool.name, settings.rules, effect);
  const denied = ruleThat('deny');
  if (denied) return deny(toReason('rule_denies', { rule: denied.text }));

  if (tool.risk === 'question') return ask([toReason('question')]);
  if (tool.risk === 'plan') return mode === 'plan' ? ask([toReason('plan')]) : deny(toReason('not_planning'));

  const unsandboxed = tool.risk === 'command' && !settings.sandboxed;
  const bare = unsandboxed ? [toReason('not_sandboxed')] : [];
  const free = !unsandboxed;
  const byRisk = () => ask([toReason(tool.risk), ...bare], { remember: free, lasting: free });
  if (mode === 'plan' && tool.risk === 'write' && target.place === query.planPath) return allow('plan_file');
  if (mode === 'plan' && tool.risk !== 'read')
    return ask([toReason(tool.risk), toReason('plan_mode'), ...bare]);
  if (target.trusted) return ask([toReason('trusted_place')]);
  const asking = ruleThat('ask');
  // It is asked again each time, so nothing is to be remembered.
  if (asking) return ask([toReason('rule_asks', { rule: asking.text }), ...bare]);
  if (tool.risk === 'read') return allow('read');
  const allowing = free ? ruleThat('allow') : undefined;
  if (allowing) return allow('rule_allows', { rule: allowing.text });
  if (free && grants.has(toGrantKey(tool, query.args))) return allow('granted');
  switch (mode) {
    case 'default':
    // Of plan mode nothing is left here but what only reads.
    case 'plan':
      return byRisk();
    case 'accept-edits':
      return tool.risk === 'write' ? allow('mode_edits') : byRisk();
    case 'auto':
      if (tool.risk === 'write') return allow('mode_edits');
      return tool.risk === 'command' && settings.sandboxed && !settings.network
        ? allow('mode_sandbox')
        : byRisk();
    default:
      return assertNever(mode);
  }
}

type Lasts = { remember?: boolean; lasting?: boolean };

function toPermission(
  decision: Permission['decision'],
  reasons: readonly Reason[],
  { remember = false, lasting = false }: Lasts = {},
): Permission {
  return { decision, reasons, reason: reasons.map(({ text }) => text).join(' '), remember, lasting };
}

const ask = (reasons: readonly Reason[], lasts?: Lasts) => toPermission('ask', reasons, lasts);
const deny = (reason: Reason) => toPermission('deny', [reason]);
const allow = (code: ReasonCode, params?: Record<string, string>) =>
  toPermission('allow', [toReason(code, params)]);

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
  refused: Reason | undefined;
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
      ? toReason('fork_bomb')
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
      : mine.find((rule) => rule.pattern !== undefined && fitsCommand(rule.pattern, toShownWords(part))),
  );
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

/** Whether a rule that denies or asks fits, or one that allows what is no command. */
function fits(rule: PermissionRule, target: Target): boolean {
  const { pattern } = rule;
  if (pattern === undefined) return true;
  switch (target.kind) {
    case 'command': {
      const parts = target.parts ?? [];
      const texts = [target.line, ...parts.map((part) => part.words.join(' ')), ...parts.map(toShownWords)];
      return texts.some((text) => fitsCommand(pattern, text));
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
