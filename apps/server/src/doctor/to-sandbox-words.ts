// What is in force around commands, as the doctor says it: the sandbox, its network, and what else can be read.
import { describeSandbox, type SandboxState } from '@slipstream/tools';
import type { Config } from '../config/config.ts';

export function toSandboxWords(
  sandbox: SandboxState,
  config: Pick<Config, 'sandbox' | 'unsandboxedCommands'>,
): string {
  const { network, readable, memoryMb } = config.sandbox;
  const lines = [describeSandbox(sandbox, network)];
  if (sandbox.kind === 'none')
    lines.push(
      config.unsandboxedCommands
        ? 'Each command asks first.'
        : 'So the agent has none, and programs of MCP servers are not started: see UNSANDBOXED_COMMANDS.',
    );
  else {
    if (readable.length > 0) lines.push(`They can also read ${readable.join(', ')}.`);
    if (memoryMb > 0) lines.push(`Each of their processes may have ${memoryMb} MiB of address space.`);
  }
  return lines.join(' ');
}
