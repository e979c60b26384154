import { foldEvents } from '@slipstream/protocol';
import {
  createGate,
  createScriptedModel,
  createTestTool,
  type ModelScript,
  modelReply,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { type MessageRun, runMessage, toLines, turnId } from '../run-message.fixture.ts';
import { outputOf, task, toDefinition, withAgents } from './agents.fixture.ts';

const usage = reply.usage(10, 5);

describe('a sub-agent', () => {
  it('works by itself, and only its last words come back', async () => {
    const main = createScriptedModel([
      [reply.text('I ask.'), task('helper', { context: 'The sky is blue.' }), usage],
      [reply.text('Blue, it says.'), usage],
    ]);
    const { models, run } = withAgents(
      {
        helper: [
          [reply.text('Looking.'), reply.toolCall('look'), usage],
          [reply.text('It is blue.'), usage],
        ],
      },
      { model: main, tools: [createTestTool({ name: 'look', result: 'blue' })] },
    );
    const events = await runMessage(run);
    expect(toLines(events)).toEqual([
      'turn.started',
      'step.started 1',
      'text.delta I ask.',
      'tool.args task {"agent":"helper","description":"Let helper do it","prompt":"Do it.","context":"The sky is blue."}',
      'usage 10/5 of 10/5',
      'step.finished 1 tool_calls',
      'tool.started task {"agent":"helper","description":"Let helper do it","prompt":"Do it.","context":"The sky is blue."}',
      'helper> agent.started Let helper do it',
      'helper> step.started 1',
      'helper> text.delta Looking.',
      'helper> tool.args look {}',
      'helper> usage 10/5 of 20/10',
      'helper> step.finished 1 tool_calls',
      'helper> tool.started look {}',
      'helper> tool.finished look ok: blue',
      'helper> step.started 2',
      'helper> text.delta It is blue.',
      'helper> usage 10/5 of 30/15',
      'helper> step.finished 2 stop',
      'helper> agent.finished completed 20/10',
      'tool.finished task ok: It is blue.',
      'step.started 2',
      'text.delta Blue, it says.',
      'usage 10/5 of 40/20',
      'step.finished 2 stop',
      'turn.finished completed: Blue, it says.',
    ]);
    expect(models['helper']?.calls[0]?.request).toMatchObject({
      system: 'You are helper. Mode: default.',
      messages: [
        { role: 'user', text: 'Do it.\n\nWhat the agent that asks you hands over:\n\nThe sky is blue.' },
      ],
    });
    expect(models['helper']?.calls[0]?.request.tools.map((tool) => tool.name)).toEqual(['look']);
    expect(main.calls[1]?.request.messages.at(-1)).toMatchObject({ role: 'tool', text: 'It is blue.' });
  });

  it('runs beside its neighbours, each with its own events', async () => {
    const slow = createGate();
    const { run } = withAgents(
      { one: [[reply.toolCall('wait')], [reply.text('one')]], two: [[reply.text('two')]] },
      {
        model: [[task('one'), task('two')], [reply.text('both')]],
        tools: [createTestTool({ name: 'wait', gate: slow })],
        onEvent: (event) => {
          if (event.type === 'tool.finished' && event.name === 'task') slow.release();
        },
      },
    );
    const events = await runMessage(run);
    const ends = toLines(events).filter((line) => /(agent|tool)\.finished/.test(line));
    expect(ends.map((line) => line.replace(/ \d.*/, ''))).toEqual([
      'two> agent.finished completed',
      'tool.finished task ok: two',
      'one> tool.finished wait ok: done',
      'one> agent.finished completed',
      'tool.finished task ok: one',
    ]);
    const view = foldEvents(turnId, events);
    expect(
      view.agents.map(({ name, status, parent, steps }) => [name, status, parent, steps.length]),
    ).toEqual([
      ['one', 'completed', null, 2],
      ['two', 'completed', null, 1],
    ]);
  });

  it('is told apart by what it may use: tools by name and pattern, none of the conversation with the user', async () => {
    const tools = ['read_file', 'git__log', 'git__push', 'bash', 'todo_write', 'plan_ready'].map((name) =>
      createTestTool({ name }),
    );
    const agents = [
      toDefinition('some', { tools: ['read_*', 'git__*'] }),
      toDefinition('all'),
      toDefinition('none', { tools: [] }),
    ];
    const { models, run } = withAgents(
      { some: [[reply.text('a')]], all: [[reply.text('b')]], none: [[reply.text('c')]] },
      { agents, tools, model: [[task('some'), task('all'), task('none')], [reply.text('ok')]] },
    );
    await runMessage(run);
    const offered = (name: string) => models[name]?.calls[0]?.request.tools.map((tool) => tool.name);
    expect(offered('some')).toEqual(['read_file', 'git__log', 'git__push']);
    expect(offered('all')).toEqual(['read_file', 'git__log', 'git__push', 'bash']);
    expect(offered('none')).toEqual([]);
  });

  it('never has a wider mode than the one that asks', async () => {
    const writes = (mode: 'plan' | 'auto') =>
      withAgents(
        { writer: [[reply.toolCall('write', { path: 'a' })], [reply.text('w')]] },
        {
          agents: [toDefinition('writer', { mode })],
          tools: [createTestTool({ name: 'write', risk: 'write' })],
          model: [[task('writer')], [reply.text('ok')]],
          answer: async () => ({ decision: 'deny', note: 'no' }),
        },
      );
    const wide = writes('auto');
    expect(toLines(await runMessage(wide.run))).toContain('writer> approval.requested write');
    expect(wide.models['writer']?.calls[0]?.request.system).toBe('You are writer. Mode: default.');
    const narrow = writes('plan');
    const events = await runMessage({ ...narrow.run, input: { mode: 'auto' } });
    expect(toLines(events)).toContain('writer> approval.resolved deny: no');
    expect(narrow.models['writer']?.calls[0]?.request.system).toBe('You are writer. Mode: plan.');
  });

  it.each<[string, ModelScript, string]>([
    [
      'no conclusion',
      () => [reply.text('Still at it.'), reply.toolCall('look', { n: Math.random() })],
      'error: No conclusion after 2 steps.\n\nIts last words:\n\nStill at it.',
    ],
    ['a failing model', [[modelReply.fail('auth')]], 'error: The agent "helper" failed: '],
    ['not a word', [[]], 'error: The agent "helper" ended without a word.'],
    [
      'a cut answer',
      [[reply.text('Half'), reply.finish('length')]],
      'error: Its answer was cut off at the output limit.\n\nIts last words:\n\nHalf',
    ],
  ])('tells the one that asked of %s', async (_, helper, said) => {
    const { run } = withAgents(
      { helper },
      {
        agents: [toDefinition('helper', { maxSteps: 2 })],
        tools: [createTestTool({ name: 'look' })],
        model: [[task('helper')], [reply.text('I see.')]],
        limits: { maxRetries: 0 },
      },
    );
    const events = await runMessage(run);
    expect(outputOf(events, 'task')[0]).toContain(said);
    expect(toLines(events).at(-1)).toBe('turn.finished completed: I see.');
  });

  it('has the model of the one that asks, where it names none; a model that is not there is told', async () => {
    const agents = [toDefinition('heir', { model: undefined }), toDefinition('lost', { model: 'gone' })];
    const events = await runMessage({
      agents,
      model: [[task('heir')], [reply.text('mine')], [task('lost')], [reply.text('ok')]],
    });
    expect(outputOf(events, 'task')).toEqual([
      'ok: mine',
      'error: It failed: The model "gone" of the agent "lost" is not there.',
    ]);
  });

  it('is a tool of its own name where its definition says so', async () => {
    const { models, run } = withAgents(
      { oracle: [[reply.text('42')]] },
      {
        agents: [toDefinition('oracle', { asTool: true })],
        model: [[reply.toolCall('oracle', { query: 'The answer?\nAll of it.' })], [reply.text('ok')]],
      },
    );
    const events = await runMessage(run);
    expect(outputOf(events, 'oracle')).toEqual(['ok: 42']);
    expect(toLines(events)).toContain('oracle> agent.started The answer?');
    expect(models['oracle']?.calls[0]?.request.messages[0]?.text).toBe('The answer?\nAll of it.');
  });
});

describe('depth', () => {
  const nest = (spawns: boolean): MessageRun => {
    const models = Object.fromEntries(
      ['one', 'two', 'three', 'four'].map((name, index, all) => [
        name,
        createScriptedModel([[task(all[index + 1] ?? 'one')], [reply.text(`${name} done`)]], { id: name }),
      ]),
    );
    const agents = Object.keys(models).map((name) => toDefinition(name, { spawns }));
    return { agents, models, model: [[task('one')], [reply.text('all done')]] };
  };

  it('ends at three', async () => {
    const events = await runMessage(nest(true));
    const view = foldEvents(turnId, events);
    const names = new Map(view.agents.map((run) => [run.id, run.name]));
    expect(view.agents.map(({ name, parent }) => [name, parent && names.get(parent)])).toEqual([
      ['one', null],
      ['two', 'one'],
      ['three', 'two'],
    ]);
    expect(outputOf(events, 'task', 'three')[0]).toMatch(/^error: There is no tool named "task"/);
    expect(toLines(events).at(-1)).toBe('turn.finished completed: all done');
  });

  it('ends at one where the definition does not say more', async () => {
    const events = await runMessage(nest(false));
    expect(outputOf(events, 'task', 'one')[0]).toMatch(/^error: There is no tool named "task"/);
    expect(foldEvents(turnId, events).agents).toHaveLength(1);
  });

  it('asks the user from any depth, and goes on with the answer', async () => {
    const names = ['one', 'two', 'three'];
    const models = Object.fromEntries(
      names.map((name, index) => {
        const next = names[index + 1];
        const call = next ? task(next) : reply.toolCall('write', { path: 'a' });
        return [name, createScriptedModel([[call], [reply.text(`${name} done`)]], { id: name })];
      }),
    );
    const asked: unknown[] = [];
    const events = await runMessage({
      agents: names.map((name) => toDefinition(name, { spawns: true })),
      models,
      tools: [createTestTool({ name: 'write', risk: 'write', result: 'written' })],
      model: [[task('one')], [reply.text('ok')]],
      answer: async ({ agent, name }) => {
        asked.push([agent?.name, name]);
        return { decision: 'allow_once' };
      },
    });
    expect(asked).toEqual([['three', 'write']]);
    expect(outputOf(events, 'write', 'three')).toEqual(['ok: written']);
  });
});
