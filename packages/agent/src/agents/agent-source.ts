// Where definitions of sub-agents come from, as a port: the files of a workspace, say.
import type { Notice } from '../turn-context.ts';
import type { AgentDefinition } from './agent-definition.ts';

/** A definition that cannot be used. `line` counts from 1 where it is known. */
export type AgentProblem = { path: string; line?: number | undefined; problem: string };

export type LoadedAgents = {
  definitions: readonly AgentDefinition[];
  problems: readonly AgentProblem[];
};

/** Never rejects: what cannot be read is one of `problems`, a missing folder is not. */
export type AgentSource = { read(workspace: string): Promise<LoadedAgents> };

export function toAgentNotice({ path, line, problem }: AgentProblem): Notice {
  const place = line === undefined ? path : `${path}, line ${line}`;
  return { level: 'warning', code: 'agent_definition', text: `${place}: ${problem} The other agents work.` };
}
