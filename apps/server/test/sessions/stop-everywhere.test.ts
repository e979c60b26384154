// Stop at every point of a turn: it ends once, nothing stays open, the session is idle, and the next message goes to
// the model with a history that a strict provider takes. In sub-agents: stop-in-agents.test.ts, in folding:
// stop-in-folding.test.ts.
import type { Tool } from '@slipstream/agent';
import type { AgentEvent } from '@slipstream/protocol';
import {
  createGate,
  createHangingTool,
  createScriptedModel,
  createTestTool,
  type ModelStep,
  modelReply,
  reply,
} from '@slipstream/testkit';
import { expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';
import { expectStopped } from './stopped.fixture.ts';

type Point = {
  name: string;
  /** The model's answer to the first message. */
  script: readonly ModelStep[];
  /** Stop when this came. */
  at: AgentEvent['type'];
  times?: number;
  tools?: () => Tool[];
  stopped: { requests: number; tools: number; approvals: number };
};

const request = { requests: 1, tools: 0, approvals: 0 };
const look = () => createTestTool({ name: 'look', result: 'found' });
const hanging = (name: string) => createHangingTool(name);

const points: Point[] = [
  { name: 'before the first byte', script: [reply.hang()], at: 'step.started', stopped: request },
  {
    name: 'in reasoning',
    script: [reply.reasoning('I think'), reply.hang()],
    at: 'reasoning.delta',
    stopped: request,
  },
  { name: 'in text', script: [reply.text('Half'), reply.hang()], at: 'text.delta', stopped: request },
  {
    name: 'in tool arguments',
    script: [reply.toolCall('look', { q: 1 }), reply.hang()],
    at: 'tool.args',
    tools: () => [look()],
    stopped: request,
  },
  {
    name: 'between tools',
    script: [reply.toolCall('write', { n: 1 }), reply.toolCall('write', { n: 2 })],
    at: 'tool.finished',
    tools: () => [createTestTool({ name: 'write', concurrencySafe: false, result: 'ok' })],
    stopped: { requests: 0, tools: 0, approvals: 0 },
  },
  {
    name: 'in a tool',
    script: [reply.toolCall('wait', {})],
    at: 'tool.started',
    tools: () => [hanging('wait')],
    stopped: { requests: 0, tools: 1, approvals: 0 },
  },
  {
    name: 'in a batch',
    script: [reply.toolCall('wait', { n: 1 }), reply.toolCall('wait', { n: 2 }), reply.toolCall('look', {})],
    at: 'tool.started',
    times: 3,
    tools: () => [hanging('wait'), look()],
    stopped: { requests: 0, tools: 3, approvals: 0 },
  },
  {
    name: 'in an approval',
    script: [reply.toolCall('write', {})],
    at: 'approval.requested',
    tools: () => [createTestTool({ name: 'write', risk: 'write' })],
    stopped: { requests: 0, tools: 0, approvals: 1 },
  },
  {
    name: 'in a retry wait',
    script: [modelReply.fail('server', { retryable: true })],
    at: 'retry',
    stopped: { requests: 0, tools: 0, approvals: 0 },
  },
];

it.each(points)('$name', async ({ script, at, times = 1, tools, stopped }) => {
  const model = createScriptedModel(({ number, request: { messages } }) => {
    if (number === 1) return script;
    return messages.at(-1)?.text.endsWith('and now?') ? [reply.text('Still here.')] : [reply.hang()];
  });
  const bench = await createBench({ model, tools: tools?.() ?? [] });
  const { sessions, clock } = bench;
  const reader = await createReader(sessions);
  const came = new Promise<void>((resolve) => {
    let left = times;
    const wait = (): Promise<void> => reader.next(at).then(() => (--left === 0 ? resolve() : wait()));
    void wait();
  });
  const { turnId } = await send(sessions, 1, 'go');
  const passTime = setInterval(() => clock.pending().some((ms) => ms <= 25) && clock.advanceToNext(), 1);
  await came;
  const finished = reader.next('turn.finished');
  const answer = await sessions.cancel(sessionId);
  expect(answer.cancelled).toBe(true);
  if (at !== 'tool.finished' && at !== 'tool.started') expect(answer.stopped).toEqual(stopped);
  const end = await finished;
  clearInterval(passTime);
  expect(end).toMatchObject({ turnId, status: 'cancelled' });
  await expectStopped({ bench, reader, model, turnId });
});

it('in the queue: what waits is removed, and what runs goes on', async () => {
  const gate = createGate();
  const model = createScriptedModel([[reply.gate(gate), reply.text('one')]]);
  const { sessions } = await createBench({ model });
  const reader = await createReader(sessions);
  await send(sessions, 1, 'm1');
  const { turnId } = await send(sessions, 2, 'm2');
  await gate.reached;
  const finished = reader.next('turn.finished');
  expect(await sessions.cancel(sessionId, turnId)).toEqual({ cancelled: true });
  expect(await sessions.queue(sessionId)).toEqual([]);
  gate.release();
  expect(await finished).toMatchObject({ status: 'completed' });
});
