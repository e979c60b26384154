// The sub-agents of one run: the tools by which its model asks them, and their end with the run's own.
import { sleep } from '../clock.ts';
import type { ToolSpec } from '../model.ts';
import { type Tool, toToolSpec } from '../tool.ts';
import type { TurnDeps, TurnInput } from '../turn-context.ts';
import { maxAgentDepth } from './agent-definition.ts';
import type { AgentSetup, AgentTeam } from './agent-team.ts';
import { type Background, createBackground } from './background.ts';
import { createBackgroundTools } from './background-tools.ts';
import type { ChildParent } from './run-child.ts';
import { createTaskTool } from './task-tool.ts';
import { toAgentTool } from './to-agent-tool.ts';

export type Crew = {
  /** The run's own means, with the tools of the crew among its tools. */
  equip(deps: TurnDeps): TurnDeps;
  /** Ends those that still work in the background; resolves when they have ended or were given up. Never rejects. */
  end(): Promise<void>;
};

export type CrewOptions = {
  input: TurnInput;
  deps: TurnDeps;
  team: AgentTeam;
  depth: number;
  signal: AbortSignal;
  /** Whether this run may have sub-agents. */
  spawns: boolean;
};

function toCrewTools(setup: AgentSetup, parent: ChildParent, background: Background): readonly Tool[] {
  const asked = setup.definitions.filter((definition) => !definition.asTool);
  return [
    ...(asked.length > 0 ? [createTaskTool(asked, parent), ...createBackgroundTools(asked, background)] : []),
    ...setup.definitions.filter((definition) => definition.asTool).map((each) => toAgentTool(each, parent)),
  ];
}

/** The tools of a crew as its model is told of them. They belong to no run and cannot be called. */
export function describeCrewTools(setup: AgentSetup): readonly ToolSpec[] {
  const nobody = {} as ChildParent;
  return toCrewTools(setup, nobody, {} as Background).map(toToolSpec);
}

export function createCrew({ input, deps, team, depth, signal, spawns }: CrewOptions): Crew {
  const setup = deps.agents;
  if (!setup || !spawns || depth >= maxAgentDepth || setup.definitions.length === 0)
    return { equip: (own) => own, end: async () => undefined };

  const parent = { input, deps, setup, team, depth };
  const background = createBackground(parent, signal);
  const tools = toCrewTools(setup, parent, background);
  return {
    equip: (own) => ({
      ...own,
      // A tool that is there already keeps its name.
      tools: new Map([...tools.map((tool) => [tool.name, tool] as const), ...own.tools]),
      unfinished: background.unfinished,
    }),
    async end() {
      const given = new AbortController();
      await Promise.race([
        background.end(),
        sleep(deps.clock, deps.limits.stopGraceMs, given.signal).catch(() => undefined),
      ]);
      given.abort();
    },
  };
}
