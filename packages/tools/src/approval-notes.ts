// What the approval card says of a call beside what it shows: each with a code, by which a page has it in its own words.
import type { ApprovalNote } from '@slipstream/protocol';
import { describeSandbox, type SandboxState } from './shell/sandbox-state.ts';

export function willFail(why: string): ApprovalNote {
  return { code: 'will_fail', text: `This will fail: ${why}`, params: { why } };
}

export function replacesBinary(path: string): ApprovalNote {
  return { code: 'replaces_binary', text: `${path} is not text; all of it is replaced.`, params: { path } };
}

export function timeLimit(ms: number): ApprovalNote {
  const seconds = String(Number((ms / 1000).toFixed(1)));
  return { code: 'time_limit', text: `Stopped after ${seconds} s at the latest.`, params: { seconds } };
}

export function inSandbox(sandbox: SandboxState, network: 'off' | 'on'): ApprovalNote {
  const text = describeSandbox(sandbox, network);
  if (sandbox.kind === 'none') return { code: 'no_sandbox', text, params: { why: sandbox.reason } };
  return { code: network === 'on' ? 'sandbox_with_network' : 'sandbox', text };
}

export function fromServer(server: string, tool: string): ApprovalNote {
  return { code: 'mcp_tool', text: `MCP server ${server}, tool ${tool}`, params: { server, tool } };
}

export const hintReads: ApprovalNote = { code: 'hint_reads', text: 'The server says that it only reads.' };
export const hintDestroys: ApprovalNote = {
  code: 'hint_destroys',
  text: 'The server says that it may destroy something.',
};
