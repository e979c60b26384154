// Stop while a sub-agent works, one that is waited for and one in the background, at every point of its own turn.
import type { Tool } from '@slipstream/agent';
import type { AgentEvent } from '@slipstream/protocol';
import {
  createHangingTool,
  createScriptedModel,
  createTestTool,
  type ModelStep,
  modelReply,
  reply,
} from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';
import { expectStopped } from './stopped.fixture.ts';

type Point = {
  name: string;
  /** The sub-agent's answers. */
  script: (readonly ModelStep[])[];
  /** Stop when this came from the sub-agent. */
  at: AgentEvent['type'];
  tools?: () => Tool[];
};

const points: Point[] = [
  { name: 'before its first byte', script: [[reply.hang()]], at: 'step.started' },
  { name: 'in its reasoning', script: [[reply.reasoning('Hm'), reply.hang()]], at: 'reasoning.delta' },
  { name: 'in its text', script: [[reply.text('Half'), reply.hang()]], at: 'text.delta' },
  {
    name: 'in its tool arguments',
    script: [[reply.toolCall('look', { q: 1 }), reply.hang()]],
    at: 'tool.args',
    tools: () => [createTestTool({ name: 'look' })],
  },
  {
    name: 'in its tool',
    script: [[reply.toolCall('wait', {})]],
    at: 'tool.started',
    tools: () => [createHangingTool('wait')],
  },
  {
    name: 'between its tools',
    script: [[reply.toolCall('write', { n: 1 }), reply.toolCall('write', { n: 2 })]],
    at: 'tool.finished',
    tools: () => [createTestTool({ name: 'write', concurrencySafe: false, result: 'ok' })],
  },
  {
    name: 'in its approval',
    script: [[reply.toolCall('ask', {})]],
    at: 'approval.requested',
    tools: () => [createTestTool({ name: 'ask', risk: 'write' })],
  },
  {
    name: 'in its wait for another attempt',
    script: [[modelReply.fail('server', { retryable: true, retryAfterMs: 60_000 })]],
    at: 'retry',
  },
];

const ask = { agent: 'helper', description: 'Help', prompt: 'Help me.' };
const helper = {
  ...{ name: 'helper', description: 'Helps.', instructions: 'Help.', model: 'helper', source: 'test' },
  ...{ maxSteps: 20, spawns: false, asTool: false },
};
const ways: [string, (readonly ModelStep[])[]][] = [
  ['that is waited for', [[reply.text('I ask. '), reply.toolCall('task', ask)]]],
  [
    'in the background, while the model speaks',
    [[reply.toolCall('agent_spawn', ask)], [reply.text('Well'), reply.hang()]],
  ],
  [
    'in the background, while it is waited for',
    [[reply.toolCall('agent_spawn', ask)], [reply.toolCall('agent_wait', {})]],
  ],
];

describe.each(ways)('in a sub-agent %s', (_way, script) => {
  it.each(points)('$name', async ({ script: own, at, tools }) => {
    const model = createScriptedModel(({ number, request: { messages } }) =>
      messages.at(-1)?.text.endsWith('and now?')
        ? [reply.text('Still here.')]
        : (script[number - 1] ?? [reply.hang()]),
    );
    const agents = createScriptedModel(({ number }) => own[number - 1] ?? [reply.hang()], { id: 'helper' });
    const bench = await createBench({
      model,
      models: [agents],
      agents: [helper],
      tools: tools?.() ?? [],
      realTime: true,
    });
    const { sessions } = bench;
    const reader = await createReader(sessions);
    const came = new Promise<void>((resolve) => {
      const wait = (): Promise<void> => reader.next(at).then(({ agent }) => (agent ? resolve() : wait()));
      void wait();
    });
    const { turnId } = await send(sessions, 1, 'go');
    await came;
    // In the background both go on: the stop comes when the main agent has begun what follows, too.
    if (script.length > 1) await model.waitForCall(2);
    const finished = reader.next('turn.finished');
    expect(await sessions.cancel(sessionId)).toMatchObject({ cancelled: true });
    await finished;
    expect(reader.lastView?.agents).toMatchObject([{ name: 'helper', status: 'cancelled' }]);
    await expectStopped({ bench, reader, model, turnId });
    for (const call of agents.calls) expect(call.outcome).not.toBe('open');
  });
});
