// The permission policy: one pure function from what a call could do, the session's mode and what the user has
// allowed already, to allow or ask, with the reason that the approval card shows. A model cannot influence it.
import { assertNever, type Json, type Mode } from '@slipstream/protocol';
import type { Tool, ToolRisk } from './tool.ts';

export type Permission = { decision: 'allow' | 'ask'; reason: string };

export type PermissionQuery = {
  tool: Pick<Tool, 'name' | 'risk'>;
  args: Json;
  mode: Mode;
  grants: ReadonlySet<string>;
};

const what: Record<ToolRisk, string> = {
  read: 'It only reads.',
  write: 'It changes files in the workspace.',
  command: 'It runs a command.',
  network: 'It reaches out to the network.',
};

export function decidePermission(query: PermissionQuery): Permission {
  const { tool, mode, grants } = query;
  if (tool.risk === 'read') return { decision: 'allow', reason: what.read };
  if (mode === 'plan')
    return {
      decision: 'ask',
      reason: `${what[tool.risk]} The session is in plan mode, where nothing is changed without asking.`,
    };
  if (grants.has(toGrantKey(tool, query.args)))
    return { decision: 'allow', reason: 'You allowed it for this session.' };
  switch (mode) {
    case 'default':
      return { decision: 'ask', reason: what[tool.risk] };
    case 'accept-edits':
    case 'auto':
      return tool.risk === 'write'
        ? { decision: 'allow', reason: 'The session accepts edits in the workspace.' }
        : { decision: 'ask', reason: what[tool.risk] };
    default:
      return assertNever(mode);
  }
}

/**
 * What "allow for this session" covers: for commands and the network exactly this call again, since one command
 * says nothing of the next; for everything else the tool.
 */
export function toGrantKey(tool: Pick<Tool, 'name' | 'risk'>, args: Json): string {
  return tool.risk === 'command' || tool.risk === 'network'
    ? `${tool.name}:${canonicalJson(args)}`
    : tool.name;
}

/** JSON with sorted keys: equal for equal values, whatever order a model wrote them in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
