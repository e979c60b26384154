// The tools for sub-agents in the background: agent_spawn, agent_list, agent_send, agent_wait, agent_kill.
import * as z from 'zod';
import { defineTool, type Tool, type ToolResult } from '../tool.ts';
import type { AgentDefinition } from './agent-definition.ts';
import type { Background } from './background.ts';
import { describeAgents, toTaskInput } from './task-tool.ts';

const common = { risk: 'read', concurrencySafe: true } as const;
const who = z.string().min(1).max(100).describe('Its name, as agent_spawn gave it.');
const defaultWaitSeconds = 600;

const nothing = z.object({});
const one = z.object({ name: who });
const letter = z.object({ name: who, message: z.string().min(1).max(100_000) });
const waitedFor = z.object({
  names: z.array(who).max(50).optional(),
  timeoutSeconds: z.number().int().min(1).max(3600).default(defaultWaitSeconds),
});

export function createBackgroundTools(
  definitions: readonly AgentDefinition[],
  background: Background,
): Tool[] {
  const none = (name: string): ToolResult => ({
    output: `There is no agent named "${name}" at work. ${describeList(background)}`,
    isError: true,
  });
  return [
    defineTool({
      ...common,
      name: 'agent_spawn',
      description: `Starts a sub-agent in the background and gives its name at once, so that you can go on. It ends when you do: collect its conclusion with agent_wait first. For work that you would only wait for, use task.\n\n${describeAgents(definitions)}`,
      input: toTaskInput(definitions),
      title: ({ agent, description }) => `${agent}: ${description}`,
      async run({ agent, description, prompt, context }, { callId }) {
        const definition = definitions.find((each) => each.name === agent);
        if (!definition) return { output: `There is no agent named "${agent}".`, isError: true };
        return {
          output: `It works as ${background.start({ definition, description, prompt, context, callId })}.`,
        };
      },
    }),
    defineTool({
      ...common,
      name: 'agent_list',
      description: 'Lists the sub-agents that you started in the background, and whether they still work.',
      input: nothing,
      mayRepeat: true,
      title: () => 'Sub-agents in the background',
      run: async () => ({ output: describeList(background) }),
    }),
    defineTool({
      ...common,
      name: 'agent_send',
      description: 'Writes to a sub-agent at work in the background; it reads it before its next step.',
      input: letter,
      title: ({ name }) => `Write to ${name}`,
      run: async ({ name, message }) =>
        background.send(name, message)
          ? { output: `${name} will read it before its next step.` }
          : none(name),
    }),
    defineTool({
      ...common,
      name: 'agent_wait',
      description:
        'Waits for sub-agents in the background and gives their conclusions; all that still work, if you name none.',
      input: waitedFor,
      mayRepeat: true,
      // Its own limit ends it; this one is only behind it.
      timeoutMs: 3_700_000,
      title: ({ names }) => `Wait for ${names?.join(', ') ?? 'all sub-agents'}`,
      async run({ names, timeoutSeconds }, { signal }) {
        const known = background.list();
        const asked = names ?? known.map(({ name }) => name);
        const missing = asked.find((name) => !known.some((each) => each.name === name));
        if (missing !== undefined) return none(missing);
        if (asked.length === 0) return { output: 'There are no sub-agents to wait for.' };
        await background.settled(asked, signal, timeoutSeconds * 1000);
        return { output: asked.map((name) => describe(name, background)).join('\n\n') };
      },
    }),
    defineTool({
      ...common,
      name: 'agent_kill',
      description: 'Ends a sub-agent in the background.',
      input: one,
      title: ({ name }) => `End ${name}`,
      async run({ name }) {
        if (!(await background.kill(name))) return none(name);
        background.take(name);
        return { output: `${name} has ended.` };
      },
    }),
  ];
}

function describe(name: string, background: Background): string {
  const end = background.take(name);
  if (!end) return `## ${name}\nIt still works.`;
  return `## ${name}${end.isError ? ' (without success)' : ''}\n${end.output}`;
}

function describeList(background: Background): string {
  const agents = background.list();
  if (agents.length === 0) return 'No sub-agent was started in the background.';
  return agents.map(({ name, description, state }) => `${name} (${state}): ${description}`).join('\n');
}
