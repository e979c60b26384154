// Runs `processMessage` in a test with fakes all around, and gives every event in order.

import type { AgentEvent } from '@slipstream/protocol';
import {
  createFakeClock,
  createMemoryLog,
  createMemoryStanding,
  createScriptedModel,
  createSequentialIds,
  type FakeClock,
  type ModelScript,
  sequentialId,
} from '@slipstream/testkit/fakes';
import {
  type AgentDefinition,
  type ApprovalReply,
  type ApprovalRequest,
  createSecretMask,
  defaultLimits,
  type Limits,
  type Model,
  processMessage,
  roughBudget,
  type SentCall,
  type StandingPermissions,
  type Tool,
  type TurnDeps,
  type TurnInput,
  toToolSet,
} from './index.ts';
import { createRetryDesk, type RetryDesk } from './retry-desk.ts';

export type MessageRun = {
  model?: Model | ModelScript;
  tools?: readonly Tool[];
  limits?: Partial<Limits>;
  input?: Partial<TurnInput>;
  clock?: FakeClock;
  grants?: string[];
  /** Rules that were kept, and what is known of tools. */
  standing?: StandingPermissions;
  secrets?: string[];
  agents?: readonly AgentDefinition[];
  /** The models that sub-agents name. */
  models?: Readonly<Record<string, Model>>;
  /** Filled with what stops each sub-agent alone, by its id. */
  stops?: Map<string, () => void>;
  nestedRules?: TurnDeps['nestedRules'];
  keepImages?: TurnDeps['keepImages'];
  /** Filled with what each model call is sent. */
  sent?: SentCall[];
  answer?: (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalReply>;
  stop?: AbortController;
  retries?: RetryDesk;
  /** Sees each event before the loop goes on. */
  onEvent?: (event: AgentEvent) => void | Promise<void>;
};

export const turnId = sequentialId(1, 9);

export function createRun(run: MessageRun) {
  const clock = run.clock ?? createFakeClock();
  const log = createMemoryLog();
  const model = run.model && 'stream' in run.model ? run.model : createScriptedModel(run.model ?? []);
  const input: TurnInput = {
    turnId,
    sessionId: sequentialId(2, 9),
    messageId: sequentialId(3, 9),
    text: 'hello',
    history: [],
    startedAt: clock.now(),
    answerId: sequentialId(4, 9),
    mode: 'default',
    channel: 'test',
    workspace: '/workspace',
    system: 'You are a test.',
    ...run.input,
  };
  let mode = input.mode;
  const deps: TurnDeps = {
    model,
    tools: toToolSet(run.tools ?? []),
    approvals: { ask: run.answer ?? (async () => ({ decision: 'allow_once' })) },
    modes: {
      get: () => mode,
      async set(next) {
        mode = next;
      },
    },
    retries: run.retries ?? createRetryDesk(),
    grants: new Set(run.grants),
    permissions: { rules: [], sandboxed: true, network: false },
    standing: run.standing ?? createMemoryStanding(),
    secrets: createSecretMask(run.secrets ?? []),
    clock,
    ids: createSequentialIds(),
    random: () => 0.5,
    limits: { ...defaultLimits, ...run.limits },
    budget: roughBudget(),
    folders: [model],
    nestedRules: run.nestedRules ?? (async () => []),
    keepImages: run.keepImages ?? (async () => []),
    onSent: (call) => void run.sent?.push(call),
    log,
    agents: run.agents && {
      definitions: run.agents,
      findModel: (id) => run.models?.[id],
      toSections: (definition, mode) => [{ name: 'role', text: `${definition.instructions} Mode: ${mode}.` }],
      stops: {
        register(agentId, stop) {
          run.stops?.set(agentId, stop);
          return () => run.stops?.delete(agentId);
        },
      },
    },
  };
  const stop = run.stop ?? new AbortController();
  return { input, deps, clock, log, model, stop, iterate: () => processMessage(input, deps, stop.signal) };
}

export async function runMessage(run: MessageRun): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of createRun(run).iterate()) {
    events.push(event);
    await run.onEvent?.(event);
  }
  return events;
}

/** An event in one line: its type and what tells it from others, without ids and times; a sub-agent's behind its name. */
export function toLine(event: AgentEvent): string {
  return event.agent ? `${event.agent.name}> ${toWords(event)}` : toWords(event);
}

function toWords(event: AgentEvent): string {
  switch (event.type) {
    case 'text.delta':
    case 'reasoning.delta':
    case 'tool.progress':
      return `${event.type} ${event.text}`;
    case 'tool.args':
      return `tool.args ${event.name} ${event.text}`;
    case 'step.started':
      return `step.started ${event.step}`;
    case 'step.finished':
      return `step.finished ${event.step} ${event.finishReason}`;
    case 'tool.started':
      return `tool.started ${event.name} ${JSON.stringify(event.args)}`;
    case 'tool.finished':
      return `tool.finished ${event.name} ${event.status}: ${event.output}`;
    case 'approval.requested':
      return `approval.requested ${event.name}`;
    case 'approval.resolved':
      return `approval.resolved ${event.decision}${event.note ? `: ${event.note}` : ''}`;
    case 'retry':
      return `retry ${event.attempt} ${event.kind} ${event.delayMs}`;
    case 'retry.hurried':
      return `retry.hurried ${event.attempt} ${event.waitedMs}`;
    case 'usage':
      return `usage ${event.inputTokens}/${event.outputTokens} of ${event.total.inputTokens}/${event.total.outputTokens}${event.estimated ? ' estimated' : ''}`;
    case 'turn.finished':
      return `turn.finished ${event.status}${event.error ? ` ${event.error.kind}` : ''}: ${event.text}`;
    case 'agent.started':
      return `agent.started ${event.description}`;
    case 'agent.finished':
      return `agent.finished ${event.status} ${event.usage.inputTokens}/${event.usage.outputTokens}`;
    case 'notice':
      return `notice ${event.code}`;
    default:
      return event.type;
  }
}

export const toLines = (events: readonly AgentEvent[]) => events.map(toLine);
