// What one run of the loop is given: its input, and everything that it may reach.
import type { AgentRef, Message, Mode } from '@slipstream/protocol';
import type { AgentSetup } from './agents/agent-team.ts';
import type { Approvals } from './approvals.ts';
import type { Clock, Ids, Random } from './clock.ts';
import type { NestedRules } from './context/folder-rules.ts';
import type { PromptSection } from './context/system-prompt.ts';
import type { TokenBudget } from './context/token-budget.ts';
import type { Limits } from './limits.ts';
import type { Log } from './log.ts';
import type { SecretMask } from './mask-secrets.ts';
import type { Model } from './model.ts';
import type { Modes } from './modes.ts';
import type { PermissionSettings } from './permissions/decide-permission.ts';
import type { StandingPermissions } from './permissions/standing.ts';
import type { RetryWaits } from './retry-desk.ts';
import type { SentPrompt } from './sent-prompt.ts';
import type { ImageKeeper } from './shown-images.ts';
import type { Steering } from './steering.ts';
import type { ToolSet } from './tool.ts';

/** A word to people beside the answer. */
export type Notice = { level: 'info' | 'warning'; code: string; text: string };

export type TurnInput = {
  turnId: string;
  sessionId: string;
  /** The user's message and its text. */
  messageId: string;
  text: string;
  /** The final messages before it, oldest first; nothing of earlier turns' work. */
  history: readonly Message[];
  /** What the user undid since, by the turn that had done it: paths as the model is told them. */
  undone?: ReadonlyMap<string, readonly string[]> | undefined;
  /** What the messages before those were folded into. */
  summary?: string | undefined;
  /** What memory holds about the new message; it is sent with it and not kept. */
  recalled?: string | undefined;
  /** When the turn began, epoch milliseconds: what its record says. */
  startedAt: number;
  /** The id that the assistant's message will have. */
  answerId: string;
  /** The mode that the turn begins in. */
  mode: Mode;
  /** Where it came from: `web`, `ws`, a bot's name; and that place's own name for the conversation. */
  channel: string;
  chatId?: string | undefined;
  /** Absolute path of the workspace. */
  workspace: string;
  /** The whole system text, and the sections that it is made of, where it has any. */
  system: string;
  sections?: readonly PromptSection[] | undefined;
  /** Told at the beginning of the turn. */
  notices?: readonly Notice[] | undefined;
  /** Set on a sub-agent's run: all its events carry it. */
  agent?: AgentRef | undefined;
};

export type TurnDeps = {
  model: Model;
  tools: ToolSet;
  approvals: Approvals;
  modes: Modes;
  /** What the user says meanwhile; for the main agent only. */
  steering?: Steering | undefined;
  /** How further attempts are waited for; the sub-agents' too. */
  retries: RetryWaits;
  /** What the user allowed for the whole session; grows as approvals are answered. */
  grants: Set<string>;
  /** The owner's rules, and what keeps commands in. */
  permissions: PermissionSettings;
  /** What the user allowed for all sessions. */
  standing: StandingPermissions;
  /** What tools give passes through it before anyone sees it. */
  secrets: SecretMask;
  clock: Clock;
  ids: Ids;
  random: Random;
  limits: Limits;
  budget: TokenBudget;
  /** The rules of folders that the turn works in. */
  nestedRules: NestedRules;
  /** Keeps the images that a tool gave, for people. Gives those that were kept; never rejects. */
  keepImages: ImageKeeper;
  /** Hears what each model call is sent, right before it; after its `step.started`. Must not throw. */
  onSent(call: SentCall): void;
  /** Who folds older messages, in this order. */
  folders: readonly Model[];
  log: Log;
  /** Without it there are no sub-agents. */
  agents?: AgentSetup | undefined;
  /** Messages that join the run; taken before each model call. */
  joining?: (() => readonly string[]) | undefined;
  /** What still goes on beside a run whose model has ended, in words for the model, which then goes on; else undefined. */
  unfinished?: (() => string | undefined) | undefined;
};

/** `agentId`: the sub-agent that calls; undefined for the main agent. */
export type SentCall = SentPrompt & { agentId: string | undefined };

/** The fields that every event of a run has. */
export type EventBase = { turnId: string; agent?: AgentRef };

export function toEventBase(input: Pick<TurnInput, 'turnId' | 'agent'>): EventBase {
  return input.agent ? { turnId: input.turnId, agent: input.agent } : { turnId: input.turnId };
}
