// Everything that the sessions reach, handed in by the composer.
import type { Session } from '@slipstream/protocol';
import type { AgentSource } from './agents/agent-source.ts';
import type { AttachmentFiles } from './attached.ts';
import type { Clock, Ids, Random } from './clock.ts';
import type { TokenBudget } from './context/token-budget.ts';
import type { ContextSource } from './context/workspace-context.ts';
import type { FileRestorer } from './file-restorer.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { SecretMask } from './mask-secrets.ts';
import type { ModelCatalog } from './model.ts';
import type { PermissionSettings } from './permissions/decide-permission.ts';
import type { StandingPermissions } from './permissions/standing.ts';
import type { Store } from './store.ts';
import type { ToolSet } from './tool.ts';

export type SessionDeps = {
  store: Store;
  models: ModelCatalog;
  /** The tools as they are now; asked at the beginning of each turn, since servers of tools come and go. */
  tools(): ToolSet;
  /** The workspace's own sub-agents; asked at the beginning of each turn. */
  agentSource: AgentSource;
  permissions: PermissionSettings;
  /** What the workspace adds to prompts; read at the start of each turn. */
  context: ContextSource;
  /** How what tools did to files is undone. */
  files: FileRestorer;
  /** What the user allowed for all sessions. */
  standing: StandingPermissions;
  /** The bytes of attachments. Without it there are none. */
  attachmentFiles?: AttachmentFiles | undefined;
  budget: TokenBudget;
  /** The model for small jobs, such as folding older messages; without one the turn's own does them. */
  smallModel?: string | undefined;
  /** Whether answers carry a short record of their work into later prompts. */
  digests: boolean;
  secrets: SecretMask;
  clock: Clock;
  ids: Ids;
  random: Random;
  limits: Limits;
  log: Log;
  /** Absolute path of the workspace of sessions that name none. */
  workspace: string;
  /** For the prompt: `Linux`, `macOS`, …, and one sentence on what commands can reach. */
  system: string;
  sandbox: string;
};

/** What one session's runner tells the sessions. */
export type RunnerEvents = {
  /** The session's record or live status changed. */
  onSession(session: Session): void;
  /** Nothing runs, nothing waits, nobody reads: the runner may be forgotten. */
  onIdle(): void;
};
