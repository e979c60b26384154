// `task`: hands a piece of work to a sub-agent and waits for its conclusion.
import * as z from 'zod';
import { defineTool, type Tool } from '../tool.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { type ChildParent, describeEnd, runChild } from './run-child.ts';

/** As long as a timer can wait: a sub-agent ends by its steps, and may wait for a person. */
export const agentTimeoutMs = 2 ** 31 - 1;

export function createTaskTool(definitions: readonly AgentDefinition[], parent: ChildParent): Tool {
  return defineTool({
    name: 'task',
    description: `Hands a self-contained piece of work to a sub-agent and waits for its conclusion, which is all that you get back. It starts with nothing but what you write here: say what to do, what it needs to know, and what to report. Several task calls in one answer run side by side.\n\n${describeAgents(definitions)}`,
    input: toTaskInput(definitions),
    risk: 'read',
    concurrencySafe: true,
    timeoutMs: agentTimeoutMs,
    title: ({ agent, description }) => `${agent}: ${description}`,
    async run({ agent, description, prompt, context }, { callId, signal }) {
      const definition = definitions.find((each) => each.name === agent);
      if (!definition) return { output: `There is no agent named "${agent}".`, isError: true };
      return describeEnd(
        agent,
        await runChild({ definition, description, prompt, context, callId }, parent, signal),
      );
    },
  });
}

let kept: { names: string; input: ReturnType<typeof createTaskInput> } | undefined;

/** The arguments of `task` and `agent_spawn`. Kept while the names are the same: a schema costs more than a turn's start. */
export function toTaskInput(definitions: readonly AgentDefinition[]) {
  const names = definitions.map(({ name }) => name);
  const key = names.join(' ');
  if (kept?.names !== key) kept = { names: key, input: createTaskInput(names) };
  return kept.input;
}

function createTaskInput(names: readonly string[]) {
  const usual = names.includes('general') ? 'general' : (names[0] ?? 'general');
  return z.object({
    agent: z.enum(names).default(usual).describe('Which sub-agent.'),
    description: z.string().min(1).max(200).describe('One short line for people: what this is about.'),
    prompt: z.string().min(1).max(100_000).describe('The whole task.'),
    context: z
      .string()
      .max(100_000)
      .optional()
      .describe('Text to hand over: facts, file contents, decisions so far.'),
  });
}

export function describeAgents(definitions: readonly AgentDefinition[]): string {
  return `The sub-agents:\n${definitions.map(({ name, description }) => `- ${name}: ${description}`).join('\n')}`;
}
