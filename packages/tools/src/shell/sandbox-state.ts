// What is in force around commands, in a value that can be handed around, and in words for people and models.

/**
 * `bubblewrap`: commands see the system read-only, the workspace and nothing else. `system` are the arguments that put
 * the system's folders there; `ownProc` tells whether they have a /proc of their own (hardened containers refuse it).
 * `none`: commands run as the server's user, with all that user's rights; `reason` says why.
 */
export type SandboxState =
  | { kind: 'bubblewrap'; path: string; system: readonly string[]; ownProc: boolean }
  | { kind: 'none'; reason: string };

/** One sentence about what a command can do, for the system prompt, the approval card and the page. */
export function describeSandbox(sandbox: SandboxState, network: 'off' | 'on'): string {
  return sandbox.kind === 'bubblewrap'
    ? `Commands run in a sandbox: they can write only in the workspace and /tmp, and have ${network === 'on' ? 'network access' : 'no network'}.`
    : `Commands are not sandboxed (${sandbox.reason}): they can read and change whatever the server's user can.`;
}
