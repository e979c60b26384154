// From a sub-agent to a tool of its own name.
import * as z from 'zod';
import { defineTool, type Tool } from '../tool.ts';
import type { AgentDefinition } from './agent-definition.ts';
import { type ChildParent, describeEnd, runChild } from './run-child.ts';
import { agentTimeoutMs } from './task-tool.ts';

const question = z.object({
  query: z.string().min(1).max(100_000).describe('What it should do or answer.'),
  context: z.string().max(100_000).optional().describe('What it needs to know for it.'),
});

export function toAgentTool(definition: AgentDefinition, parent: ChildParent): Tool {
  const { name, description } = definition;
  return defineTool({
    name,
    description,
    input: question,
    risk: 'read',
    concurrencySafe: true,
    timeoutMs: agentTimeoutMs,
    title: ({ query }) => `${name}: ${toLine(query)}`,
    async run({ query, context }, { callId, signal }) {
      const task = { definition, description: toLine(query), prompt: query, context, callId };
      return describeEnd(name, await runChild(task, parent, signal));
    },
  });
}

function toLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
