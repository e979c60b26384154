// What the runs of one turn share, the main agent's and its sub-agents': where their events go, what they have used,
// and what is open; and what a composer gives a turn so that it can have sub-agents at all.
import type { Mode } from '@slipstream/protocol';
import type { PromptSection } from '../context/system-prompt.ts';
import type { Model } from '../model.ts';
import type { OpenWork } from '../open-work.ts';
import type { SideEvents } from '../side-events.ts';
import type { ToolSet } from '../tool.ts';
import type { UsageTally } from '../usage-tally.ts';
import type { AgentDefinition } from './agent-definition.ts';

/** How a person stops one sub-agent alone. */
export type AgentStops = {
  /** `stop` ends the run with this id; what is given back takes the entry out again. */
  register(agentId: string, stop: () => void): () => void;
};

export type AgentSetup = {
  definitions: readonly AgentDefinition[];
  /** Undefined: there is no model of this id. */
  findModel(id: string): Model | undefined;
  /** The system prompt of an agent that begins in `mode`. */
  toSections(definition: AgentDefinition, mode: Mode, tools: ToolSet): PromptSection[];
  stops: AgentStops;
};

export type AgentTeam = {
  side: SideEvents;
  tally: UsageTally;
  open: OpenWork;
  /** Sub-agents at work, at whatever depth. */
  active: number;
};
