// The sub-agents that a turn may have: the built-in ones and the workspace's, without those that cannot work.
import { toSessionPrompt } from '../context/session-prompt.ts';
import type { PromptInput, SectionName } from '../context/system-prompt.ts';
import type { SessionDeps } from '../session-deps.ts';
import type { Notice } from '../turn-context.ts';
import { type AgentProblem, toAgentNotice } from './agent-source.ts';
import type { AgentSetup, AgentStops } from './agent-team.ts';
import { builtInAgents, mergeAgents } from './built-in-agents.ts';

/** What a sub-agent is told beside its own instructions: nothing of the user, and nothing of earlier conversations. */
const sections: readonly SectionName[] = ['role', 'rules', 'tools', 'mode', 'agents', 'environment'];

export async function prepareAgents(
  deps: Pick<SessionDeps, 'agentSource' | 'models' | 'secrets'>,
  prompt: PromptInput,
  stops: AgentStops,
): Promise<{ setup: AgentSetup; notices: Notice[] }> {
  const loaded = await deps.agentSource.read(prompt.environment.workspace);
  const problems: AgentProblem[] = [...loaded.problems];
  const usable = loaded.definitions.filter(({ model, source, modelLine }) => {
    if (model === undefined || deps.models.get(model)) return true;
    problems.push({ path: source, line: modelLine, problem: `There is no model named "${model}" here.` });
    return false;
  });
  const setup: AgentSetup = {
    definitions: mergeAgents(builtInAgents, usable),
    findModel: (id) => deps.models.get(id),
    toSections: ({ instructions }, mode, tools) =>
      toSessionPrompt(
        { ...prompt, role: instructions, mode, tools: tools.values(), only: sections },
        deps.secrets,
      ),
    stops,
  };
  return { setup, notices: problems.map(toAgentNotice) };
}
