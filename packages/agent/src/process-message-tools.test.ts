import type { AgentEvent } from '@slipstream/protocol';
import {
  createFakeClock,
  createHangingTool,
  createScriptedModel,
  createTestTool,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { createPlanReadyTool } from './plan-ready.ts';
import { createRun, runMessage, toLines } from './run-message.fixture.ts';

describe('what the model does wrong is told to it', () => {
  const outputs = (events: AgentEvent[]) =>
    events.flatMap((event) => (event.type === 'tool.finished' ? [`${event.status}: ${event.output}`] : []));

  it('an unknown tool', async () => {
    const events = await runMessage({
      model: [[reply.toolCall('nope', { a: 1 })], [reply.text('sorry')]],
      tools: [createTestTool({ name: 'real' })],
    });
    expect(outputs(events)).toEqual(['error: There is no tool named "nope". The tools are: real.']);
    expect(toLines(events)).toContain('tool.started nope {"a":1}');
  });

  it('arguments that are no JSON', async () => {
    const events = await runMessage({
      model: [[reply.toolCall('real', '{"a":')], [reply.text('sorry')]],
      tools: [createTestTool({ name: 'real' })],
    });
    expect(outputs(events)[0]).toContain('error: The arguments are not one JSON object');
    expect(outputs(events)[0]).toContain('{"a":');
    expect(toLines(events)).toContain('tool.started real {}');
  });

  it('arguments that do not fit, and a tool that throws or fails', async () => {
    const events = await runMessage({
      model: [
        [reply.toolCall('picky'), reply.toolCall('throws'), reply.toolCall('fails')],
        [reply.text('sorry')],
      ],
      tools: [
        createTestTool({ name: 'picky', parse: () => ({ ok: false, problem: 'path: missing' }) }),
        createTestTool({
          name: 'throws',
          result: () => {
            throw new Error('disk on fire');
          },
        }),
        createTestTool({ name: 'fails', result: { output: 'no such file', isError: true } }),
      ],
    });
    expect(outputs(events)).toEqual([
      'error: The arguments do not fit, so nothing was run. path: missing',
      'error: It failed: disk on fire',
      'error: no such file',
    ]);
  });

  it('a tool that takes too long', async () => {
    const clock = createFakeClock();
    const tool = createHangingTool('slow', { timeoutMs: 5000 });
    const running = runMessage({
      clock,
      model: [[reply.toolCall('slow')], [reply.text('sorry')]],
      tools: [tool],
    });
    await tool.waitForCall(1);
    clock.advance(5000);
    expect(outputs(await running)).toEqual(['error: Timed out after 5 s and was stopped.']);
  });

  it('output over the limit is cut, with its whole size told', async () => {
    const events = await runMessage({
      model: [[reply.toolCall('big')], [reply.text('ok')]],
      tools: [createTestTool({ name: 'big', result: '汉'.repeat(20_000) })],
    });
    const finished = events.find((event) => event.type === 'tool.finished');
    expect(finished).toMatchObject({ truncated: true, bytes: 60_000, status: 'ok' });
    if (finished?.type !== 'tool.finished') throw new Error('no end');
    expect(new TextEncoder().encode(finished.output).length).toBeLessThanOrEqual(32 * 1024);
    expect(finished.output).toMatch(/汉\n\[cut here: the whole output has 60000 bytes\]$/);
  });

  it('secrets are taken out of live output, of results and of previews', async () => {
    const secret = 'canary-value-1234';
    const events = await runMessage({
      model: [[reply.toolCall('show')], [reply.text('ok')]],
      secrets: [secret],
      tools: [
        createTestTool({
          name: 'show',
          risk: 'write',
          preview: async () => `key=${secret}`,
          result: (_, context) => {
            context.progress('key=canary-');
            context.progress('value-1234 and more');
            return { output: `it was ${secret}` };
          },
        }),
      ],
    });
    expect(JSON.stringify(events)).not.toMatch(/canary|1234/);
    expect(toLines(events)).toContain('tool.finished show ok: it was [secret]');
    expect(toLines(events)).toContain('tool.progress [secret] and more');
  });

  it('three answers in a row with only unknown tools end the turn', async () => {
    const events = await runMessage({
      model: Array.from({ length: 3 }, (_, n) => [reply.toolCall('nope', { n })]),
    });
    expect(toLines(events).at(-1)).toBe('turn.finished failed malformed: ');
    expect(outputs(events)).toHaveLength(3);
    expect(outputs(events)[2]).toMatch(/^error: Not run: /);
  });

  it('the same call five times in a row ends the turn', async () => {
    const tool = createTestTool({ name: 'look' });
    const events = await runMessage({
      model: Array.from({ length: 5 }, (_, n) => [
        reply.toolCall('look', n % 2 ? { a: 1, b: 2 } : { b: 2, a: 1 }),
      ]),
      tools: [tool],
    });
    expect(tool.calls).toHaveLength(4);
    expect(toLines(events).at(-1)).toBe('turn.finished failed malformed: ');
  });
});

describe('approvals', () => {
  const write = () =>
    createTestTool({ name: 'write', risk: 'write', concurrencySafe: false, preview: async () => '+ line' });
  const script = () => [[reply.toolCall('write', { a: 1 })], [reply.text('ok')]];

  it('allowed once', async () => {
    const tool = write();
    const events = await runMessage({ model: script(), tools: [tool] });
    expect(toLines(events).slice(5, 9)).toEqual([
      'tool.started write {"a":1}',
      'approval.requested write',
      'approval.resolved allow_once',
      'tool.finished write ok: done',
    ]);
    expect(events.find((event) => event.type === 'approval.requested')).toMatchObject({ preview: '+ line' });
  });

  it('denied, with a note for the model', async () => {
    const tool = write();
    const events = await runMessage({
      model: script(),
      tools: [tool],
      answer: async () => ({ decision: 'deny', note: 'not today' }),
    });
    expect(tool.calls).toHaveLength(0);
    expect(toLines(events)).toContain(
      'tool.finished write denied: The user denied this call, with the note: not today',
    );
  });

  it('allowed for the session asks once', async () => {
    let asked = 0;
    const events = await runMessage({
      model: [[reply.toolCall('write', { a: 1 }), reply.toolCall('write', { a: 2 })], [reply.text('ok')]],
      tools: [write()],
      answer: async () => {
        asked += 1;
        return { decision: 'allow_session' };
      },
    });
    expect(asked).toBe(1);
    expect(toLines(events).filter((line) => line.startsWith('tool.finished'))).toHaveLength(2);
  });

  it('a command allowed for the session covers the very same command only', async () => {
    const asked: unknown[] = [];
    await runMessage({
      model: [
        ['ls', 'ls', 'rm -rf .'].map((command) => reply.toolCall('bash', { command })),
        [reply.text('ok')],
      ],
      tools: [createTestTool({ name: 'bash', risk: 'command', concurrencySafe: false })],
      answer: async (request) => {
        asked.push(request.args);
        return { decision: 'allow_session' };
      },
    });
    expect(asked).toEqual([{ command: 'ls' }, { command: 'rm -rf .' }]);
  });

  it('a preview that fails does not hide the question', async () => {
    const tool = createTestTool({
      name: 'write',
      risk: 'write',
      preview: () => Promise.reject(new Error('no')),
    });
    const events = await runMessage({ model: script(), tools: [tool] });
    expect(toLines(events)).toContain('tool.finished write ok: done');
  });
});

describe('plan mode', () => {
  const script = () => [
    [reply.toolCall('write', { path: 'a' }), reply.toolCall('plan_ready', { plan: '1. Do it' })],
    [reply.toolCall('write', { path: 'a' })],
    [reply.text('built')],
  ];
  const write = () => createTestTool({ name: 'write', risk: 'write', concurrencySafe: false });

  it('asks for each change, shows the plan, and ends when the plan is approved', async () => {
    const asked: string[] = [];
    const run = createRun({
      model: script(),
      tools: [write(), createPlanReadyTool()],
      input: { mode: 'plan' },
      answer: async (request) => {
        asked.push(request.name);
        return request.name === 'write' && asked.length === 1
          ? { decision: 'deny', note: 'not yet' }
          : { decision: 'allow_session' };
      },
    });
    const events: AgentEvent[] = [];
    for await (const event of run.iterate()) events.push(event);
    expect(asked).toEqual(['write', 'plan_ready', 'write']);
    expect(run.deps.modes.get()).toBe('default');
    expect(events.filter((event) => event.type === 'approval.requested')).toMatchObject([
      { name: 'write', onceOnly: true, reason: expect.stringContaining('plan mode') },
      { name: 'plan_ready', onceOnly: true, preview: '1. Do it' },
      { name: 'write' },
    ]);
    expect(toLines(events).at(-1)).toBe('turn.finished completed: built');
  });

  it('goes on when the plan is denied, with the note for the model', async () => {
    const model = createScriptedModel([
      [reply.toolCall('plan_ready', { plan: '1. Do it' })],
      [reply.text('I think again.')],
    ]);
    const run = createRun({
      model,
      tools: [createPlanReadyTool()],
      input: { mode: 'plan' },
      answer: async () => ({ decision: 'deny', note: 'test first' }),
    });
    for await (const _ of run.iterate());
    expect(run.deps.modes.get()).toBe('plan');
    expect(model.calls[1]?.request.messages.at(-1)?.text).toContain('test first');
  });

  it('is all that a plan can be ready in', async () => {
    const events = await runMessage({
      model: [[reply.toolCall('plan_ready', { plan: 'x' })], [reply.text('ok')]],
      tools: [createPlanReadyTool()],
    });
    expect(toLines(events).find((line) => line.startsWith('tool.finished'))).toContain('not in plan mode');
  });
});
