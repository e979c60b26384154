import {
  createFakeClock,
  createGate,
  createScriptedModel,
  createTestTool,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { runMessage, toLines } from '../run-message.fixture.ts';
import { outputOf, toDefinition } from './agents.fixture.ts';

const spawn = (agent: string, prompt = 'Do it.') =>
  reply.toolCall('agent_spawn', { agent, description: `About ${agent}`, prompt });
const agents = [toDefinition('one'), toDefinition('two')];

describe('sub-agents in the background', () => {
  it('work while the model goes on, and are waited for', async () => {
    const gate = createGate();
    const events = await runMessage({
      agents,
      models: {
        one: createScriptedModel([[reply.toolCall('wait')], [reply.text('one is done')]]),
        two: createScriptedModel([[reply.text('two is done')]]),
      },
      tools: [createTestTool({ name: 'wait', gate }), createTestTool({ name: 'look' })],
      model: [
        [spawn('one'), spawn('two')],
        [reply.toolCall('look'), reply.toolCall('agent_list')],
        [reply.toolCall('agent_wait')],
        [reply.text('All done.')],
      ],
      onEvent: (event) => {
        if (event.type === 'tool.started' && event.name === 'agent_wait') gate.release();
      },
    });
    expect(outputOf(events, 'agent_spawn')).toEqual(['ok: It works as one-1.', 'ok: It works as two-2.']);
    expect(outputOf(events, 'agent_list')[0]).toContain('one-1 (running): About one');
    expect(outputOf(events, 'agent_wait')).toEqual(['ok: ## one-1\none is done\n\n## two-2\ntwo is done']);
    expect(toLines(events).at(-1)).toBe('turn.finished completed: All done.');
  });

  it('do not outlive the turn: a model that would end is told of them first', async () => {
    const gate = createGate();
    const model = createScriptedModel([
      [spawn('one')],
      [reply.text('I am done.')],
      [reply.toolCall('agent_wait', { names: ['one-1'] })],
      [reply.text('Now I am.')],
    ]);
    const events = await runMessage({
      agents,
      models: { one: createScriptedModel([[reply.toolCall('wait')], [reply.text('late')]]) },
      tools: [createTestTool({ name: 'wait', gate })],
      model,
      onEvent: (event) => {
        if (event.type === 'tool.started' && event.name === 'agent_wait') gate.release();
      },
    });
    expect(model.calls[2]?.request.messages.slice(-2)).toMatchObject([
      { role: 'assistant', text: 'I am done.' },
      { role: 'user', text: expect.stringContaining('These sub-agents still work: one-1 (About one).') },
    ]);
    expect(toLines(events).at(-1)).toBe('turn.finished completed: Now I am.');
  });

  it('are ended with a turn that will not wait, and their events closed before its end', async () => {
    const deaf = Array.from({ length: 4 }, () => [reply.text('I am done.')]);
    const events = await runMessage({
      agents,
      models: { one: createScriptedModel([[reply.text('On'), reply.hang()]]) },
      model: [[spawn('one')], ...deaf],
    });
    const lines = toLines(events);
    expect(lines.filter((line) => line.startsWith('one> ')).slice(-2)).toEqual([
      'one> step.finished 1 cancelled',
      'one> agent.finished cancelled 0/0',
    ]);
    expect(lines.at(-1)).toBe('turn.finished completed: I am done.');
    expect(lines.filter((line) => line === 'step.started 5')).toHaveLength(1);
  });

  it('whose conclusions nobody read are told, too', async () => {
    const model = createScriptedModel([
      [spawn('one')],
      [reply.toolCall('look')],
      [reply.text('I am done.')],
      [reply.text('With that, I am.')],
    ]);
    const ended = createGate();
    const events = await runMessage({
      agents,
      models: { one: createScriptedModel([[reply.text('the secret is 7')]]) },
      tools: [createTestTool({ name: 'look', gate: ended })],
      model,
      onEvent: (event) => {
        if (event.type === 'agent.finished') ended.release();
      },
    });
    expect(model.calls[3]?.request.messages.at(-1)?.text).toContain('one-1 has ended:\nthe secret is 7');
    expect(toLines(events).at(-1)).toBe('turn.finished completed: With that, I am.');
  });

  it('read what they are sent before their next step; the dead read nothing', async () => {
    const gate = createGate();
    const one = createScriptedModel([[reply.toolCall('wait')], [reply.text('heard')]]);
    const events = await runMessage({
      agents,
      models: { one },
      tools: [createTestTool({ name: 'wait', gate })],
      model: [
        [spawn('one')],
        [reply.toolCall('agent_send', { name: 'one-1', message: 'Also look left.' })],
        [reply.toolCall('agent_wait')],
        [reply.toolCall('agent_send', { name: 'one-1', message: 'Too late.' })],
        [reply.text('ok')],
      ],
      onEvent: (event) => {
        if (event.type === 'tool.started' && event.name === 'agent_wait') gate.release();
      },
    });
    expect(one.calls[1]?.request.messages.at(-1)).toEqual({ role: 'user', text: 'Also look left.' });
    expect(outputOf(events, 'agent_send')).toEqual([
      'ok: one-1 will read it before its next step.',
      'error: There is no agent named "one-1" at work. one-1 (ended): About one',
    ]);
  });

  it('are ended on request', async () => {
    const events = await runMessage({
      agents,
      models: { one: createScriptedModel([[reply.text('On'), reply.hang()]]) },
      model: [
        [spawn('one')],
        [reply.toolCall('agent_kill', { name: 'one-1' }), reply.toolCall('agent_kill', { name: 'nobody' })],
        [reply.text('ok')],
      ],
    });
    expect(outputOf(events, 'agent_kill').sort()).toEqual([
      'error: There is no agent named "nobody" at work. one-1 (running): About one',
      'ok: one-1 has ended.',
    ]);
    expect(toLines(events)).toContain('one> agent.finished cancelled 0/0');
    expect(toLines(events).at(-1)).toBe('turn.finished completed: ok');
  });

  it('are waited for no longer than asked', async () => {
    const clock = createFakeClock();
    const running = runMessage({
      clock,
      agents,
      models: { one: createScriptedModel([[reply.text('On'), reply.hang()]]) },
      model: [
        [spawn('one')],
        [reply.toolCall('agent_wait', { timeoutSeconds: 30 })],
        [reply.toolCall('agent_kill', { name: 'one-1' })],
        [reply.text('ok')],
      ],
      onEvent: (event) => {
        if (event.type === 'tool.started' && event.name === 'agent_wait')
          void clock.waitForTimers(2).then(() => clock.advance(30_000));
      },
    });
    expect(outputOf(await running, 'agent_wait')).toEqual(['ok: ## one-1\nIt still works.']);
  });

  it('stop with the turn', async () => {
    const stop = new AbortController();
    const events = await runMessage({
      stop,
      agents,
      models: { one: createScriptedModel([[reply.text('On'), reply.hang()]]) },
      model: [[spawn('one')], [reply.text('Go'), reply.hang()]],
      onEvent: (event) => {
        if (event.type === 'text.delta' && !event.agent) stop.abort(new Error('stop'));
      },
    });
    expect(toLines(events).slice(-4).sort()).toEqual([
      'one> agent.finished cancelled 0/0',
      'one> step.finished 1 cancelled',
      'step.finished 2 cancelled',
      'turn.finished cancelled: Go',
    ]);
  });

  it('are bounded in number', async () => {
    const hanging = Array.from({ length: 17 }, () => [reply.hang()]);
    const events = await runMessage({
      agents: [toDefinition('one')],
      models: { one: createScriptedModel(hanging) },
      model: [
        Array.from({ length: 17 }, (_, n) => spawn('one', `Part ${n}.`)),
        ...Array.from({ length: 4 }, () => [reply.text('ok')]),
      ],
    });
    expect(outputOf(events, 'agent_spawn').filter((end) => end.startsWith('error'))).toEqual([
      'error: It failed: 16 agents are at work already; wait for some of them first.',
    ]);
    expect(events.filter((event) => event.type === 'agent.started')).toHaveLength(16);
    expect(events.filter((event) => event.type === 'agent.finished')).toHaveLength(16);
  });
});
