// What every built-in tool is made with.
import type { Clock, ToolContext } from '@slipstream/agent';
import type { ReadRecord } from './files/read-record.ts';
import type { SandboxState } from './shell/sandbox-state.ts';
import type { ToolLimits } from './tool-limits.ts';
import type { ChangeJournal } from './undo/change-journal.ts';

/** Which call it is. */
export type CallIds = Pick<ToolContext, 'sessionId' | 'turnId' | 'callId'>;

export type ToolSettings = {
  clock: Clock;
  /** What `probeSandbox` found: how commands and searches are run. */
  sandbox: SandboxState;
  /** Whether commands in the sandbox reach the network. Without a sandbox they always do. */
  network: 'off' | 'on';
  /** The server's own files and folders (data folder, settings): closed to every tool, also inside a workspace. */
  hidden: readonly string[];
  /** Folders that commands in the sandbox may read on top of the system's: a toolchain in a home folder, say. */
  readable: readonly string[];
  /** The server's environment; commands get the few harmless variables of it. */
  environment: Readonly<Record<string, string | undefined>>;
  limits: ToolLimits;
  /** What the model has seen of files. */
  reads: ReadRecord;
  /** Where each change of a file is written down before it is made. */
  journal: ChangeJournal;
};
