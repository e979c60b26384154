// Sub-agents for tests: definitions, and what a run with them told.
import type { AgentEvent } from '@slipstream/protocol';
import { type AgentDefinition, defaultAgentSteps } from '../index.ts';

export function toDefinition(name: string, more: Partial<AgentDefinition> = {}): AgentDefinition {
  return {
    name,
    description: `Does ${name}.`,
    instructions: `You are ${name}.`,
    model: name,
    maxSteps: defaultAgentSteps,
    spawns: false,
    asTool: false,
    source: 'test',
    ...more,
  };
}

export const outputOf = (events: readonly AgentEvent[], name: string, agent?: string) =>
  events.flatMap((event) =>
    event.type === 'tool.finished' && event.name === name && event.agent?.name === agent
      ? [`${event.status}: ${event.output}`]
      : [],
  );
