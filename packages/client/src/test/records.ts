// Records and a turn of every kind of event, for tests.
import {
  type AgentEvent,
  foldEvents,
  type Message,
  noUsage,
  type SequencedEvent,
  type Session,
} from '@slipstream/protocol';
import { toId } from './fake-environment.ts';

export const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

export const sessionId = toId(9, 1);

export function aSession(changes: Partial<Session> = {}): Session {
  return {
    id: sessionId,
    title: 'A session',
    model: 'demo',
    mode: 'default',
    workspace: '/workspace',
    status: 'idle',
    pinned: false,
    archived: false,
    headId: null,
    messageCount: 0,
    createdAt: at(0),
    updatedAt: at(0),
    usage: noUsage,
    ...changes,
  };
}

export function aMessage(changes: Partial<Message> = {}): Message {
  return {
    id: toId(2, 1),
    sessionId,
    parentId: null,
    role: 'user',
    text: 'hello',
    attachments: [],
    turnId: toId(3, 1),
    status: 'completed',
    siblings: [],
    createdAt: at(1),
    ...changes,
  };
}

/** A branch of `count` messages, each under the one before. */
export function aBranch(count: number, from = 0): Message[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    return aMessage({
      id: toId(2, number),
      parentId: number === 0 ? null : toId(2, number - 1),
      role: number % 2 === 0 ? 'user' : 'assistant',
      text: `message ${number}`,
      turnId: toId(3, Math.floor(number / 2)),
      createdAt: at(number),
    });
  });
}

/** The events of one turn that thinks, calls a tool after asking, has a sub-agent, retries and answers. */
export function aTurn(number = 1, parentId: string | null = null): AgentEvent[] {
  const turnId = toId(3, number);
  const user = aMessage({ id: toId(4, number), parentId, text: `task ${number}`, turnId });
  const answer = aMessage({
    id: toId(5, number),
    parentId: user.id,
    role: 'assistant',
    text: 'It is done.',
    turnId,
  });
  const agent = { id: toId(6, number), name: 'planner', callId: 'call-2' };
  const approvalId = toId(7, number);
  const usage = { inputTokens: 10, outputTokens: 5, reasoningTokens: 1, cachedTokens: 0 };
  return [
    {
      type: 'turn.started',
      turnId,
      messageId: user.id,
      model: 'demo',
      mode: 'default',
      startedAt: at(2),
      message: user,
    },
    { type: 'step.started', turnId, step: 1, model: 'demo', startedAt: at(2) },
    { type: 'reasoning.delta', turnId, step: 1, text: 'Let me ' },
    { type: 'reasoning.delta', turnId, step: 1, text: 'see.' },
    { type: 'text.delta', turnId, step: 1, text: 'I look' },
    {
      type: 'retry',
      turnId,
      step: 1,
      attempt: 1,
      delayMs: 1000,
      kind: 'server',
      message: '503',
      startedAt: at(3),
    },
    { type: 'text.delta', turnId, step: 1, text: 'I look again.' },
    { type: 'tool.args', turnId, step: 1, callId: 'call-1', name: 'bash', text: '{"command":' },
    { type: 'tool.args', turnId, step: 1, callId: 'call-1', name: 'bash', text: '"ls"}' },
    { type: 'usage', turnId, step: 1, ...usage, total: usage, estimated: false },
    { type: 'step.finished', turnId, step: 1, finishReason: 'tool_calls', durationMs: 900 },
    {
      type: 'tool.started',
      turnId,
      step: 1,
      callId: 'call-1',
      name: 'bash',
      args: { command: 'ls' },
      title: 'ls',
      startedAt: at(4),
    },
    {
      type: 'approval.requested',
      turnId,
      approvalId,
      callId: 'call-1',
      name: 'bash',
      args: { command: 'ls' },
      reason: 'a command',
      startedAt: at(4),
    },
    {
      type: 'approval.resolved',
      turnId,
      approvalId,
      callId: 'call-1',
      decision: 'allow_once',
      durationMs: 500,
    },
    { type: 'tool.progress', turnId, callId: 'call-1', text: 'a.txt\n' },
    {
      type: 'tool.finished',
      turnId,
      callId: 'call-1',
      name: 'bash',
      status: 'ok',
      output: 'a.txt\n',
      truncated: false,
      bytes: 6,
      durationMs: 20,
    },
    { type: 'step.started', turnId, step: 2, model: 'demo', startedAt: at(5) },
    {
      type: 'tool.started',
      turnId,
      step: 2,
      callId: 'call-2',
      name: 'task',
      args: {},
      title: 'plan',
      startedAt: at(5),
    },
    { type: 'step.started', turnId, agent, step: 1, model: 'demo', startedAt: at(6) },
    { type: 'text.delta', turnId, agent, step: 1, text: 'A plan.' },
    { type: 'step.finished', turnId, agent, step: 1, finishReason: 'stop', durationMs: 100 },
    {
      type: 'tool.finished',
      turnId,
      callId: 'call-2',
      name: 'task',
      status: 'ok',
      output: 'A plan.',
      truncated: false,
      bytes: 7,
      durationMs: 150,
    },
    { type: 'notice', turnId, level: 'info', code: 'note', text: 'Noted.' },
    { type: 'context.compacted', turnId, beforeTokens: 100, afterTokens: 50, messages: 3 },
    { type: 'step.started', turnId, step: 3, model: 'demo', startedAt: at(7) },
    { type: 'text.delta', turnId, step: 3, text: 'It is ' },
    { type: 'text.delta', turnId, step: 3, text: 'done.' },
    { type: 'step.finished', turnId, step: 3, finishReason: 'stop', durationMs: 100 },
    {
      type: 'turn.finished',
      turnId,
      status: 'completed',
      messageId: answer.id,
      text: 'It is done.',
      usage,
      steps: 3,
      durationMs: 5000,
      message: answer,
    },
  ];
}

/** Numbers events from 1. */
export function sequenced(events: readonly AgentEvent[]): SequencedEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1 }));
}

export const viewOf = (events: readonly AgentEvent[]) => foldEvents(events[0]?.turnId ?? toId(3, 0), events);
