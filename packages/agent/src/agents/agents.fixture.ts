// Sub-agents for tests: definitions, and what a run with them told.
import type { AgentEvent } from '@slipstream/protocol';
import { createScriptedModel, type ModelScript, reply } from '@slipstream/testkit/fakes';
import { type AgentDefinition, defaultAgentSteps } from '../index.ts';
import type { MessageRun } from '../run-message.fixture.ts';

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

export const task = (agent: string, more: object = {}) =>
  reply.toolCall('task', { agent, description: `Let ${agent} do it`, prompt: 'Do it.', ...more });

/** A run whose sub-agents have models of their own names. */
export function withAgents(
  scripts: Record<string, ModelScript>,
  run: MessageRun & { definitions?: object } = {},
) {
  const models = Object.fromEntries(
    Object.entries(scripts).map(([name, script]) => [name, createScriptedModel(script, { id: name })]),
  );
  const agents = run.agents ?? Object.keys(scripts).map((name) => toDefinition(name));
  return { models, run: { ...run, agents, models } };
}
