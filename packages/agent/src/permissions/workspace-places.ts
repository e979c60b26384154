// Paths as the policy sees them: by their text alone. Where a path really leads is checked when it is used; this only
// decides whether to ask.

/**
 * The path within the workspace with `.` and `..` taken out, or undefined for one that leads (or may lead) out of it.
 * An absolute path counts when it begins with the workspace's own.
 */
export function toWorkspacePath(path: string, workspace: string): string | undefined {
  if (path.includes('\0') || path.includes('\\')) return undefined;
  const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  if (inside.startsWith('/') || inside.startsWith('~')) return undefined;
  const parts: string[] = [];
  for (const part of inside.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else parts.push(part);
  }
  return parts.join('/');
}

/** What the server or git would later run or trust: changing it asks in every mode. Upper and lower case are one. */
const trusted = /(^|\/)(\.slipstream(\/|$)|\.git\/(hooks(\/|$)|config$)|\.mcp\.json$|\.envrc$)/i;

export function isTrustedPlace(path: string): boolean {
  return trusted.test(path);
}
