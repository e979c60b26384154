// Records and events with everything filled in, for tests and the gallery.
import type { SessionState } from '@slipstream/client';
import {
  type AgentEvent,
  type EventOf,
  type Message,
  type ModelList,
  noUsage,
  type SandboxInfo,
  type Session,
} from '@slipstream/protocol';

export const sessionId = '01990000-0000-7000-8000-000000000001';
export const turnId = '01990000-0000-7000-8000-0000000000a1';
export const userMessageId = '01990000-0000-7000-8000-0000000000b1';
export const answerId = '01990000-0000-7000-8000-0000000000c1';
const at = '2026-01-05T09:00:00.000Z';

export const demoModels: ModelList = {
  models: [
    {
      id: 'demo',
      label: 'Demo (not a language model)',
      provider: 'built in',
      contextWindow: 32_000,
      vision: false,
      reasoning: true,
      demo: true,
    },
  ],
  default: 'demo',
};

export const aSandbox: SandboxInfo = {
  kind: 'bubblewrap',
  reason: null,
  network: false,
  readable: [],
  memoryMb: 0,
  commands: true,
};

export const realModels: ModelList = {
  models: [
    {
      id: 'gpt-5',
      label: 'gpt-5',
      provider: 'api.openai.com',
      contextWindow: 400_000,
      vision: true,
      reasoning: true,
      demo: false,
    },
    ...demoModels.models,
  ],
  default: 'gpt-5',
};

export function aSession(changes: Partial<Session> = {}): Session {
  return {
    id: sessionId,
    title: 'A session',
    model: 'demo',
    mode: 'default',
    workspace: '.',
    status: 'idle',
    pinned: false,
    archived: false,
    headId: null,
    messageCount: 0,
    createdAt: at,
    updatedAt: at,
    usage: noUsage,
    ...changes,
  };
}

export function aMessage(changes: Partial<Message> = {}): Message {
  return {
    id: userMessageId,
    sessionId,
    parentId: null,
    role: 'user',
    text: 'Hello',
    attachments: [],
    turnId,
    status: 'completed',
    siblings: [],
    createdAt: at,
    ...changes,
  };
}

export function anAnswer(changes: Partial<Message> = {}): Message {
  return aMessage({ id: answerId, parentId: userMessageId, role: 'assistant', text: 'Hi.', ...changes });
}

export function emptyState(id: string): SessionState {
  return {
    sessionId: id,
    phase: 'ready',
    session: null,
    deleted: false,
    messages: [],
    hasMore: false,
    loadingOlder: false,
    turn: null,
    todos: [],
    finished: {},
    changes: {},
    queue: [],
    queuePaused: false,
    pending: [],
    stopping: false,
  };
}

/** Events of one turn, with the numbers that repeat left out. */
export function turnEvents(now: number, id = turnId, inSession = sessionId) {
  const timestamp = (offsetMs: number) => new Date(now + offsetMs).toISOString();
  const base = { turnId: id };
  return {
    started: (text: string, offsetMs = 0): AgentEvent => ({
      type: 'turn.started',
      ...base,
      messageId: userMessageId,
      model: 'demo',
      mode: 'default',
      startedAt: timestamp(offsetMs),
      message: aMessage({ text, turnId: id, sessionId: inSession, id: crypto.randomUUID() }),
    }),
    step: (step: number, offsetMs = 0): AgentEvent => ({
      type: 'step.started',
      ...base,
      step,
      model: 'demo',
      startedAt: timestamp(offsetMs),
    }),
    think: (step: number, text: string): AgentEvent => ({ type: 'reasoning.delta', ...base, step, text }),
    say: (step: number, text: string): AgentEvent => ({ type: 'text.delta', ...base, step, text }),
    args: (step: number, callId: string, name: string, text: string): AgentEvent => ({
      type: 'tool.args',
      ...base,
      step,
      callId,
      name,
      text,
    }),
    call: (
      step: number,
      callId: string,
      name: string,
      args: Record<string, unknown>,
      offsetMs = 0,
      title = name,
    ): AgentEvent => ({
      type: 'tool.started',
      ...base,
      step,
      callId,
      name,
      args,
      title,
      startedAt: timestamp(offsetMs),
    }),
    ask: (
      callId: string,
      name: string,
      reason: string,
      preview?: string,
      more: Partial<EventOf<'approval.requested'>> = {},
    ): AgentEvent => ({
      type: 'approval.requested',
      ...base,
      approvalId: `01990000-0000-7000-8000-00000000${callId.padStart(4, '0').slice(-4)}`,
      callId,
      name,
      args: {},
      reason,
      ...(preview === undefined ? {} : { preview }),
      startedAt: timestamp(0),
      ...more,
    }),
    answered: (
      callId: string,
      decision: 'allow_once' | 'allow_session' | 'deny' | 'withdrawn',
      note?: string,
    ): AgentEvent => ({
      type: 'approval.resolved',
      ...base,
      approvalId: `01990000-0000-7000-8000-00000000${callId.padStart(4, '0').slice(-4)}`,
      callId,
      decision,
      ...(note === undefined ? {} : { note }),
      durationMs: 3100,
    }),
    progress: (callId: string, text: string): AgentEvent => ({
      type: 'tool.progress',
      ...base,
      callId,
      text,
    }),
    result: (
      callId: string,
      output: string,
      durationMs = 40,
      status: 'ok' | 'error' | 'denied' | 'cancelled' = 'ok',
    ): AgentEvent => ({
      type: 'tool.finished',
      ...base,
      callId,
      name: '',
      status,
      output,
      truncated: false,
      bytes: output.length,
      durationMs,
    }),
    retry: (step: number, delayMs: number, message: string, offsetMs = 0): AgentEvent => ({
      type: 'retry',
      ...base,
      step,
      attempt: 1,
      delayMs,
      kind: 'rate_limit',
      message,
      startedAt: timestamp(offsetMs),
    }),
    stepDone: (step: number, durationMs = 1200): AgentEvent => ({
      type: 'step.finished',
      ...base,
      step,
      finishReason: 'tool_calls',
      durationMs,
    }),
    finished: (changes: Partial<Message>, durationMs = 12_400): AgentEvent => {
      const message = anAnswer({ turnId: id, sessionId: inSession, id: crypto.randomUUID(), ...changes });
      return {
        type: 'turn.finished',
        ...base,
        status: message.status,
        messageId: message.id,
        text: message.text,
        ...(message.error ? { error: message.error } : {}),
        usage: { inputTokens: 5310, outputTokens: 412, reasoningTokens: 0, cachedTokens: 2048 },
        steps: 2,
        durationMs,
        message,
      };
    },
  };
}
