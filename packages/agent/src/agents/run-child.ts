// Runs one sub-agent: fresh messages, its own system text, tools, model and limits, never more rights than the agent
// that asked for it. Its events go to the turn's stream; only its last text comes back.
import { AppError, type Mode, type TurnStatus } from '@slipstream/protocol';
import { toTimestamp } from '../clock.ts';
import { toSystemText } from '../context/system-prompt.ts';
import { fitsText } from '../permissions/rules.ts';
import type { ToolSet } from '../tool.ts';
import type { TurnDeps, TurnInput } from '../turn-context.ts';
import { type AgentDefinition, maxActiveAgents, toNarrowerMode } from './agent-definition.ts';
import type { AgentSetup, AgentTeam } from './agent-team.ts';
import { runAgent } from './run-agent.ts';

export type ChildTask = {
  definition: AgentDefinition;
  /** One line for people. */
  description: string;
  prompt: string;
  /** What the asking agent hands over. */
  context?: string | undefined;
  /** The call that asked for it. */
  callId: string;
  /** Messages for it that come while it runs; taken before each of its model calls. */
  joining?: (() => readonly string[]) | undefined;
};

export type ChildParent = {
  input: TurnInput;
  deps: TurnDeps;
  setup: AgentSetup;
  team: AgentTeam;
  depth: number;
};

export type ChildEnd = {
  status: TurnStatus;
  text: string;
  steps: number;
  problem?: string;
  /** A person stopped this one alone. */
  stoppedAlone: boolean;
};

/** Tools that are about the conversation with the user, or about the plan of the whole: a sub-agent has none of them. */
const rootTools = new Set(['plan_ready', 'todo_write', 'memory']);

/** Throws `busy` when as many sub-agents are at work as a turn may have. */
export function assertRoom(team: AgentTeam): void {
  if (team.active >= maxActiveAgents)
    throw new AppError('busy', `${maxActiveAgents} agents are at work already; wait for some of them first.`);
}

/** Resolves when the sub-agent has ended, however. Rejects with `busy` when too many are at work. */
export async function runChild(task: ChildTask, parent: ChildParent, signal: AbortSignal): Promise<ChildEnd> {
  const { definition } = task;
  const { input, deps, setup, team } = parent;
  assertRoom(team);
  const model = definition.model === undefined ? deps.model : setup.findModel(definition.model);
  if (!model)
    throw new AppError(
      'not_found',
      `The model "${definition.model}" of the agent "${definition.name}" is not there.`,
    );
  const agent = { id: deps.ids.next(), name: definition.name, callId: task.callId };
  const own = new AbortController();
  const unregister = setup.stops.register(agent.id, () => own.abort(new Error('stopped alone')));
  const over = team.side.begin();
  team.active += 1;
  const startedAt = deps.clock.now();
  const mode = narrowed(definition, deps.modes.get());
  const tools = toOwnTools(definition, deps.tools);
  const sections = setup.toSections(definition, mode, tools);
  const run = runAgent(
    {
      ...input,
      notices: [],
      agent,
      text: toPrompt(task),
      history: [],
      summary: undefined,
      recalled: undefined,
      undone: undefined,
      startedAt,
      answerId: agent.id,
      mode,
      system: toSystemText(sections),
      sections,
    },
    {
      ...deps,
      model,
      tools,
      modes: { get: () => narrowed(definition, deps.modes.get()), set: async () => undefined },
      limits: { ...deps.limits, maxSteps: definition.maxSteps },
      joining: task.joining,
    },
    AbortSignal.any([signal, own.signal]),
    team,
    { depth: parent.depth + 1, spawns: definition.spawns },
  );
  const { emit } = team.side;
  const { turnId } = input;
  let end: ChildEnd = { status: 'cancelled', text: '', steps: 0, stoppedAlone: false };
  try {
    for await (const event of run) {
      if (event.type === 'turn.started') {
        const started = {
          type: 'agent.started' as const,
          turnId,
          agent,
          ...(input.agent ? { parent: input.agent.id } : {}),
          description: task.description,
          model: model.info.id,
          startedAt: toTimestamp(startedAt),
        };
        team.open.observe(started);
        await emit(started);
      } else if (event.type === 'turn.finished') {
        const { status, text, error, usage, costUsd, steps, durationMs } = event;
        const finished = {
          type: 'agent.finished' as const,
          turnId,
          agent,
          status,
          ...(error ? { error } : {}),
          usage,
          ...(costUsd === undefined ? {} : { costUsd }),
          durationMs,
        };
        end = {
          status,
          text,
          steps,
          ...(error ? { problem: error.message } : {}),
          stoppedAlone: own.signal.aborted && !signal.aborted,
        };
        team.open.observe(finished);
        await emit(finished);
      } else {
        await emit(event);
      }
    }
    return end;
  } finally {
    team.active -= 1;
    over();
    unregister();
  }
}

function narrowed(definition: AgentDefinition, mode: Mode): Mode {
  return definition.mode === undefined ? mode : toNarrowerMode(definition.mode, mode);
}

function toOwnTools(definition: AgentDefinition, tools: ToolSet): ToolSet {
  const { tools: allowed } = definition;
  return new Map(
    [...tools].filter(
      ([name]) =>
        !rootTools.has(name) && (allowed === undefined || allowed.some((pattern) => fitsText(pattern, name))),
    ),
  );
}

function toPrompt({ prompt, context }: ChildTask): string {
  const handed = context?.trim();
  return handed ? `${prompt}\n\nWhat the agent that asks you hands over:\n\n${handed}` : prompt;
}

/** What the asking agent is told of an end. */
export function describeEnd(name: string, end: ChildEnd): { output: string; isError: boolean } {
  const text = end.text.trim();
  const words = text === '' ? '' : `\n\nIts last words:\n\n${text}`;
  switch (end.status) {
    case 'completed':
      return text === ''
        ? { output: `The agent "${name}" ended without a word.`, isError: true }
        : { output: text, isError: false };
    case 'max_steps':
      return { output: `No conclusion after ${end.steps} steps.${words}`, isError: true };
    case 'length':
      return { output: `Its answer was cut off at the output limit.${words}`, isError: true };
    case 'cancelled':
      return {
        output: `${end.stoppedAlone ? 'The user stopped this agent.' : 'It was stopped.'}${words}`,
        isError: true,
      };
    default:
      return { output: `The agent "${name}" failed: ${end.problem ?? end.status}.${words}`, isError: true };
  }
}
