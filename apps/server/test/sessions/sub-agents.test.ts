// Sub-agents as a session has them: kept in the trajectory, told to every reader alike, asking the person at the root.
import { type AgentDefinition, defaultAgentSteps } from '@slipstream/agent';
import { foldEvents, toEvents } from '@slipstream/protocol';
import { createScriptedModel, createTestTool, modelReply, reply } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, send, sessionId, watchStatus } from './create-bench.ts';

const usage = reply.usage(10, 5);

const toAgent = (name: string, more: Partial<AgentDefinition> = {}): AgentDefinition => ({
  ...{ name, description: `Does ${name}.`, instructions: `You are ${name}.`, model: name, source: 'test' },
  ...{ maxSteps: defaultAgentSteps, spawns: true, asTool: false },
  ...more,
});

const task = (agent: string) =>
  reply.toolCall('task', { agent, description: `Ask ${agent}`, prompt: 'Do it.' });

/** one asks two, two asks three, three writes, which asks the person. */
const nested = () => ({
  agents: ['one', 'two', 'three'].map((name) => toAgent(name)),
  models: [
    createScriptedModel(
      [
        [reply.text('I ask two.'), task('two'), usage],
        [reply.text('one'), usage],
      ],
      { id: 'one' },
    ),
    createScriptedModel(
      [
        [task('three'), usage],
        [reply.text('two'), usage],
      ],
      { id: 'two' },
    ),
    createScriptedModel(
      [
        [reply.reasoning('Hm'), reply.toolCall('write', { path: 'a' }), usage],
        [modelReply.fail('server', { retryable: true, retryAfterMs: 0 })],
        [reply.text('three'), usage],
      ],
      { id: 'three' },
    ),
  ],
  tools: [createTestTool({ name: 'write', risk: 'write' as const, result: 'written' })],
  model: [
    [task('one'), usage],
    [reply.text('All done.'), usage],
  ],
});

describe('sub-agents', () => {
  it('ask at depth three, are answered by a reader that came later, and are seen alike however one looks', async () => {
    const { sessions } = await createBench({ ...nested(), realTime: true });
    const statuses = watchStatus(sessions);
    const reader = await createReader(sessions);
    const asked = reader.next('approval.requested');
    const { turnId } = await send(sessions, 1, 'go');
    const { approvalId, agent } = await asked;
    expect(agent?.name).toBe('three');

    const later = await createReader(sessions);
    const waiting = later.view?.agents.flatMap((run) => run.steps.flatMap((step) => step.calls));
    expect(waiting?.find((call) => call.approval)).toMatchObject({
      status: 'waiting',
      approval: { approvalId },
    });
    const finished = reader.next('turn.finished');
    expect(await sessions.answerApproval(sessionId, approvalId, { decision: 'allow_once' })).toEqual({
      applied: true,
    });
    await finished;

    expect(statuses).toEqual(['queued', 'running', 'waiting', 'running', 'idle']);
    expect(later.lastView).toEqual(reader.lastView);
    const { turn, entries } = await sessions.trajectory(sessionId, turnId);
    expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
    expect(
      reader.lastView?.agents.map(({ name, status, usage: { inputTokens } }) => [name, status, inputTokens]),
    ).toEqual([
      ['one', 'completed', 20],
      ['two', 'completed', 20],
      ['three', 'completed', 20],
    ]);
    const { messages } = await sessions.messages(sessionId, { limit: 50 });
    expect(messages[1]).toMatchObject({
      text: 'All done.',
      usage: { inputTokens: 80 },
      trace: { steps: 2, tools: 4, agents: 3 },
    });
  });

  it('are told the same to a reader that was cut off at any event', async () => {
    const { sessions } = await createBench({ ...nested(), realTime: true });
    const reader = await createReader(sessions);
    const [asked, finished] = [reader.next('approval.requested'), reader.next('turn.finished')];
    await send(sessions, 1, 'go');
    await sessions.answerApproval(sessionId, (await asked).approvalId, { decision: 'allow_once' });
    await finished;
    const log = reader.first.log;
    for (const { seq } of reader.events) {
      const back = await createReader(sessions, sessionId, { log, seq });
      expect(back.events).toEqual(reader.events.slice(seq));
      back.end();
    }
  });

  it('are stopped alone, and the turn goes on', async () => {
    const { sessions } = await createBench({
      realTime: true,
      agents: [toAgent('slow')],
      models: [createScriptedModel([[reply.text('On and on'), reply.hang()]], { id: 'slow' })],
      model: [[task('slow')], [reply.text('Without it, then.')]],
    });
    const reader = await createReader(sessions);
    const started = reader.next('agent.started');
    const finished = reader.next('turn.finished');
    await send(sessions, 1, 'go');
    const speaks = reader.next('text.delta');
    const { agent } = await started;
    await speaks;
    expect(await sessions.cancelAgent(sessionId, agent.id)).toEqual({ cancelled: true });
    expect(await finished).toMatchObject({ status: 'completed', text: 'Without it, then.' });
    expect(await sessions.cancelAgent(sessionId, agent.id)).toEqual({ cancelled: false });
    expect(reader.lastView?.agents).toMatchObject([{ name: 'slow', status: 'cancelled' }]);
    expect(reader.lastView?.steps[0]?.calls[0]).toMatchObject({
      status: 'error',
      output: 'The user stopped this agent.\n\nIts last words:\n\nOn and on',
    });
  });

  it('end with a stop of the turn, in the record, too', async () => {
    const { sessions } = await createBench(nested());
    const reader = await createReader(sessions);
    const asked = reader.next('approval.requested');
    const finished = reader.next('turn.finished');
    const { turnId } = await send(sessions, 1, 'go');
    await asked;
    await sessions.cancel(sessionId);
    expect(await finished).toMatchObject({ status: 'cancelled' });
    const { turn, entries } = await sessions.trajectory(sessionId, turnId);
    expect(entries.filter((entry) => entry.status === 'running')).toEqual([]);
    expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
    expect(reader.lastView?.agents.map(({ status }) => status)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
  });

  it('whose definitions cannot be used are told of, and the turn goes on', async () => {
    const { sessions } = await createBench({
      agents: [toAgent('lost', { model: 'gone', source: 'agents/lost.md', modelLine: 4 })],
      model: [[reply.text('ok')]],
    });
    const reader = await createReader(sessions);
    const finished = reader.next('turn.finished');
    await send(sessions, 1, 'go');
    await finished;
    expect(reader.lastView?.notices).toEqual([
      {
        level: 'warning',
        code: 'agent_definition',
        text: 'agents/lost.md, line 4: There is no model named "gone" here. The other agents work.',
      },
    ]);
  });
});
