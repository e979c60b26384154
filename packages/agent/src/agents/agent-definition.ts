// What a sub-agent is: who it is, what it may use, and how far it may go. Where definitions come from (files, the
// product itself) is not known here.
import type { Mode } from '@slipstream/protocol';

export type AgentDefinition = {
  /** Lower case letters, digits and dashes; how the model names it. */
  name: string;
  /** For the model: when to hand work to it. */
  description: string;
  /** Its system prompt. */
  instructions: string;
  /** A model's id; the asking agent's model without one. */
  model?: string | undefined;
  /** Names of tools it may use, `*` standing for any characters; everything the asking agent has without it. */
  tools?: readonly string[] | undefined;
  maxSteps: number;
  /** The widest mode it works in; never wider than the asking agent's. */
  mode?: Mode | undefined;
  /** Whether it may ask sub-agents of its own. */
  spawns: boolean;
  /** Offered as a tool of its own name instead of through `task`. */
  asTool: boolean;
  /** Where it was defined: a path in the workspace, or `built-in`; and on which line it names its model. */
  source: string;
  modelLine?: number | undefined;
};

export const defaultAgentSteps = 30;

/** Sub-agents of sub-agents end here: the main agent is at depth 0. */
export const maxAgentDepth = 3;

/** How many sub-agents of one turn may be at work at once, at whatever depth. */
export const maxActiveAgents = 16;

const widths: readonly Mode[] = ['plan', 'default', 'accept-edits', 'auto'];

/** The mode of the two that allows less without asking. */
export function toNarrowerMode(one: Mode, other: Mode): Mode {
  return widths.indexOf(one) <= widths.indexOf(other) ? one : other;
}
