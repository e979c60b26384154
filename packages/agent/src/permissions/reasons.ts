// Why a call is allowed, asked about or denied: a closed set of codes, each with its English sentence. A page says them
// in its own language by the code; the model and plain clients get the sentence.
import type { ApprovalNote } from '@slipstream/protocol';

/** `{rule}` and its like are filled from the parameters. */
const sentences = {
  read: 'It only reads.',
  write: 'It changes files in the workspace.',
  command: 'It runs a command.',
  network: 'It reaches out to the network.',
  question: 'It waits for your answer.',
  plan: 'The plan is ready. Allow it to build it now; deny it, with a note, to go on planning.',
  plan_mode: 'The session is in plan mode, where nothing is changed without asking.',
  plan_file: 'It writes the plan.',
  not_planning: 'The session is not in plan mode; just do the work.',
  trusted_place: 'It changes what the server or git would later run or trust.',
  not_sandboxed: 'It is not sandboxed: it can reach all that the server can.',
  tool_changed:
    'The server of this tool has changed what it says of it since you last allowed it. Look at it as at a new tool.',
  rule_denies: 'The rule "{rule}" forbids it.',
  rule_asks: 'The rule "{rule}" wants you to be asked.',
  rule_allows: 'The rule "{rule}" allows it.',
  granted: 'You allowed it for this session.',
  mode_edits: 'The session accepts edits in the workspace.',
  mode_sandbox: 'The session lets commands run in the sandbox, without network.',
  fork_bomb: 'It would fill the machine with processes.',
  device: 'It would write to a device.',
  stops_machine: '{name} would stop the machine or destroy a disk.',
  whole_system: '{name} would reach the whole system or home folder.',
} as const;

export type ReasonCode = keyof typeof sentences;
export type Reason = ApprovalNote & { code: ReasonCode };

export function toReason(code: ReasonCode, params?: Record<string, string>): Reason {
  const text = sentences[code].replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  return params ? { code, text, params } : { code, text };
}
