import { type AgentEvent, foldEvents } from '@slipstream/protocol';
import {
  createFakeClock,
  createGate,
  createHangingTool,
  createScriptedModel,
  createTestTool,
  modelReply,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { createPlanReadyTool } from './plan-ready.ts';
import { createRun, runMessage, toLine, toLines, turnId } from './run-message.fixture.ts';

const usage = reply.usage(10, 5);

describe('a turn that goes well', () => {
  it('streams an answer', async () => {
    const events = await runMessage({
      model: [[reply.reasoning('Hm', 'm'), reply.text('Hel', 'lo'), usage]],
    });
    expect(toLines(events)).toEqual([
      'turn.started',
      'step.started 1',
      'reasoning.delta Hm',
      'reasoning.delta m',
      'text.delta Hel',
      'text.delta lo',
      'usage 10/5 of 10/5',
      'step.finished 1 stop',
      'turn.finished completed: Hello',
    ]);
  });

  it('joins the chunks of one network read', async () => {
    const events = await runMessage({
      model: [[modelReply.batch(reply.text('a', 'b', 'c'), reply.reasoning('d', 'e')), usage]],
    });
    expect(toLines(events).slice(2, 4)).toEqual(['text.delta abc', 'reasoning.delta de']);
  });

  it('calls tools, gives their results back in call order, and answers', async () => {
    const slow = createGate();
    const model = createScriptedModel([
      [reply.text('Looking.'), reply.toolCall('slow', { n: 1 }), reply.toolCall('fast', { n: 2 }), usage],
      [reply.text('Done.'), usage],
    ]);
    const run = createRun({
      model,
      tools: [
        createTestTool({ name: 'slow', gate: slow, result: 'slow result' }),
        createTestTool({ name: 'fast', result: 'fast result' }),
      ],
    });
    const lines: string[] = [];
    for await (const event of run.iterate()) {
      lines.push(toLine(event));
      if (event.type === 'tool.finished' && event.name === 'fast') slow.release();
    }
    expect(lines).toEqual([
      'turn.started',
      'step.started 1',
      'text.delta Looking.',
      'tool.args slow {"n":1}',
      'tool.args fast {"n":2}',
      'usage 10/5 of 10/5',
      'step.finished 1 tool_calls',
      'tool.started slow {"n":1}',
      'tool.started fast {"n":2}',
      'tool.finished fast ok: fast result',
      'tool.finished slow ok: slow result',
      'step.started 2',
      'text.delta Done.',
      'usage 10/5 of 20/10',
      'step.finished 2 stop',
      'turn.finished completed: Done.',
    ]);
    expect(model.calls[1]?.request.messages.slice(1)).toMatchObject([
      { role: 'assistant', text: 'Looking.', calls: [{ name: 'slow' }, { name: 'fast' }] },
      { role: 'tool', name: 'slow', text: 'slow result' },
      { role: 'tool', name: 'fast', text: 'fast result' },
    ]);
  });

  it('runs tools that are not safe side by side alone and in order', async () => {
    const order: string[] = [];
    const tool = (name: string, concurrencySafe: boolean) =>
      createTestTool({
        name,
        concurrencySafe,
        result: () => {
          order.push(name);
          return { output: name };
        },
      });
    const events = await runMessage({
      model: [['a', 'write', 'b', 'c'].map((name) => reply.toolCall(name)), [reply.text('ok')]],
      tools: [tool('a', true), tool('write', false), tool('b', true), tool('c', true)],
    });
    expect(order).toEqual(['a', 'write', 'b', 'c']);
    const tools = toLines(events).filter((line) => /^tool\.(started|finished)/.test(line));
    expect(tools.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'tool.started a',
      'tool.finished a',
      'tool.started write',
      'tool.finished write',
      'tool.started b',
      'tool.started c',
      'tool.finished b',
      'tool.finished c',
    ]);
  });

  it('bounds how many run at once', async () => {
    let running = 0;
    let most = 0;
    const gate = createGate();
    const tool = createTestTool({
      name: 'look',
      result: async () => {
        running += 1;
        most = Math.max(most, running);
        if (running === 8) gate.release();
        await gate.pass();
        running -= 1;
        return { output: '' };
      },
    });
    await runMessage({
      model: [Array.from({ length: 20 }, (_, n) => reply.toolCall('look', { n })), [reply.text('ok')]],
      tools: [tool],
    });
    expect(most).toBe(8);
    expect(tool.calls).toHaveLength(20);
  });

  it('has a side effect only after its start was taken by the consumer', async () => {
    const tool = createTestTool({ name: 'write', risk: 'write', concurrencySafe: false });
    const run = createRun({
      model: [[reply.toolCall('write')], [reply.text('ok')]],
      tools: [tool],
    });
    for await (const event of run.iterate())
      if (event.type === 'tool.started') {
        for (let turns = 0; turns < 20; turns += 1) await undefined;
        expect(tool.calls).toHaveLength(0);
      }
    expect(tool.calls).toHaveLength(1);
  });

  it('passes live output on, and nothing after the end', async () => {
    let late: (text: string) => void = () => undefined;
    const events = await runMessage({
      model: [[reply.toolCall('talk')], [reply.text('ok')]],
      tools: [
        createTestTool({
          name: 'talk',
          result: (_, context) => {
            late = context.progress;
            context.progress('one');
            return { output: 'all' };
          },
        }),
      ],
      onEvent(event) {
        if (event.type === 'tool.finished') late('too late');
      },
    });
    expect(toLines(events).filter((line) => line.startsWith('tool.progress'))).toEqual(['tool.progress one']);
  });

  it('estimates usage where the provider sends none, and says so', async () => {
    const events = await runMessage({ model: [[reply.text('four words of text')]] });
    expect(events.find((event) => event.type === 'usage')).toMatchObject({
      estimated: true,
      outputTokens: 5,
    });
  });
});

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

describe('retries', () => {
  const failing = (after: string, retryable = true, retryAfterMs?: number) => [
    ...(after ? [reply.text(after)] : []),
    modelReply.fail('server', { retryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }),
  ];

  it('waits with backoff and jitter, withdraws the text and answers', async () => {
    const clock = createFakeClock();
    const running = runMessage({
      clock,
      model: [failing(''), failing('half'), [reply.text('whole'), usage]],
    });
    for (const wait of [500, 1000]) {
      await clock.waitForTimers(1);
      expect(clock.pending()).toEqual([wait]);
      clock.advance(wait);
    }
    const events = await running;
    expect(toLines(events)).toEqual([
      'turn.started',
      'step.started 1',
      'retry 1 server 500',
      'text.delta half',
      'retry 2 server 1000',
      'text.delta whole',
      'usage 10/5 of 10/5',
      'step.finished 1 stop',
      'turn.finished completed: whole',
    ]);
    expect(foldEvents(turnId, events).steps[0]?.text).toBe('whole');
  });

  it('waits as long as the provider asks', async () => {
    const clock = createFakeClock();
    const running = runMessage({ clock, model: [failing('', true, 7000), [reply.text('ok')]] });
    await clock.waitForTimers(1);
    expect(clock.pending()).toEqual([7000]);
    clock.advance(7000);
    expect(toLines(await running).at(-1)).toBe('turn.finished completed: ok');
  });

  it('keeps the partial text when it gives up', async () => {
    const events = await runMessage({ model: [failing('half')], limits: { maxRetries: 0 } });
    expect(toLines(events).slice(2)).toEqual([
      'text.delta half',
      expect.stringMatching(/^usage .* estimated$/),
      'step.finished 1 error',
      'turn.finished failed server: half',
    ]);
  });

  it('does not retry what cannot help', async () => {
    const events = await runMessage({ model: [failing('', false)] });
    expect(toLines(events).at(-1)).toBe('turn.finished failed server: ');
  });

  it('does not wait for ever: a longer wait than the limit fails at once', async () => {
    const events = await runMessage({ model: [failing('', true, 3_600_000)] });
    expect(toLines(events).at(-1)).toBe('turn.finished failed server: ');
  });

  it('asks again when the model says nothing, once', async () => {
    const clock = createFakeClock();
    const running = runMessage({ clock, model: [[usage], [usage]] });
    await clock.waitForTimers(1);
    clock.advance(0);
    expect(toLines(await running)).toEqual([
      'turn.started',
      'step.started 1',
      'retry 1 malformed 0',
      'usage 10/5 of 10/5',
      'step.finished 1 stop',
      'turn.finished completed: ',
    ]);
  });
});

describe('other endings', () => {
  it('the step limit, after the tools of the last step', async () => {
    const tool = createTestTool({ name: 'look' });
    const events = await runMessage({
      model: [1, 2].map((n) => [reply.text(`step ${n}`), reply.toolCall('look', { n })]),
      tools: [tool],
      limits: { maxSteps: 2 },
    });
    expect(tool.calls).toHaveLength(2);
    expect(toLines(events).at(-1)).toBe('turn.finished max_steps: step 2');
    expect(events.at(-1)).toMatchObject({ steps: 2 });
  });

  it('the output limit: cut-off calls are shown and never run', async () => {
    const tool = createTestTool({ name: 'look' });
    const events = await runMessage({
      model: [[reply.text('so'), reply.toolCall('look', '{"a'), reply.finish('length')]],
      tools: [tool],
    });
    expect(tool.calls).toHaveLength(0);
    expect(toLines(events).slice(-3)).toEqual([
      'tool.started look {}',
      'tool.finished look error: Not run: the answer was cut off.',
      'turn.finished length: so',
    ]);
  });

  it('the content filter', async () => {
    const events = await runMessage({ model: [[reply.text('so'), reply.finish('content_filter')]] });
    expect(toLines(events).at(-1)).toBe('turn.finished content_filter: so');
  });

  it('a bug: everything open is closed, and the log says what', async () => {
    const run = createRun({ model: [[reply.text('so'), modelReply.throw(new Error('bug'))]] });
    const lines: string[] = [];
    for await (const event of run.iterate()) lines.push(toLine(event));
    expect(lines.slice(-2)).toEqual(['step.finished 1 cancelled', 'turn.finished failed internal: so']);
    expect(run.log.entries.map((entry) => entry.level)).toEqual(['error']);
  });
});

describe('stop', () => {
  it('before the first event', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stop'));
    expect(toLines(await runMessage({ model: [], stop }))).toEqual([
      'turn.started',
      'turn.finished cancelled: ',
    ]);
  });

  it('in the text: the model is told, the text is kept', async () => {
    const stop = new AbortController();
    const model = createScriptedModel([[reply.text('half'), reply.hang()]]);
    const events = await runMessage({
      model,
      stop,
      onEvent: (event) => {
        if (event.type === 'text.delta') stop.abort(new Error('stop'));
      },
    });
    expect(toLines(events).slice(2)).toEqual([
      'text.delta half',
      'step.finished 1 cancelled',
      'turn.finished cancelled: half',
    ]);
    expect(await model.waitForEnd(1)).toBe('aborted');
  });

  it('in a retry wait', async () => {
    const stop = new AbortController();
    const clock = createFakeClock();
    const running = runMessage({ clock, stop, model: [[modelReply.fail('server', { retryable: true })]] });
    await clock.waitForTimers(1);
    stop.abort(new Error('stop'));
    expect(toLines(await running).at(-1)).toBe('turn.finished cancelled: ');
    expect(clock.pending()).toEqual([]);
  });

  it('in an approval: it is withdrawn', async () => {
    const stop = new AbortController();
    const tool = createTestTool({ name: 'write', risk: 'write' });
    const events = await runMessage({
      model: [[reply.toolCall('write')]],
      tools: [tool],
      stop,
      answer: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
      onEvent: (event) => {
        if (event.type === 'approval.requested') Promise.resolve().then(() => stop.abort(new Error('stop')));
      },
    });
    expect(toLines(events).slice(-4)).toEqual([
      'approval.requested write',
      'approval.resolved withdrawn',
      'tool.finished write cancelled: Stopped by the user.',
      'turn.finished cancelled: ',
    ]);
    expect(tool.calls).toHaveLength(0);
  });

  it('in tools: each is told and has its end, finished ones keep their results, none begins', async () => {
    const stop = new AbortController();
    const hanging = createHangingTool('hang');
    const later = createTestTool({ name: 'later', concurrencySafe: false });
    const running = runMessage({
      model: [[reply.toolCall('quick'), reply.toolCall('hang'), reply.toolCall('later')]],
      tools: [createTestTool({ name: 'quick', result: 'fine' }), hanging, later],
      stop,
      onEvent: (event) => {
        if (event.type === 'tool.finished' && event.name === 'quick') stop.abort(new Error('stop'));
      },
    });
    expect(toLines(await running).slice(-3)).toEqual([
      'tool.finished quick ok: fine',
      'tool.finished hang cancelled: Stopped by the user.',
      'turn.finished cancelled: ',
    ]);
    expect(later.calls).toHaveLength(0);
  });

  it('is not held up by a tool that does not listen', async () => {
    const stop = new AbortController();
    const clock = createFakeClock();
    const deaf = createTestTool({ name: 'deaf', result: () => new Promise<never>(() => {}) });
    const running = runMessage({ clock, stop, model: [[reply.toolCall('deaf')]], tools: [deaf] });
    await deaf.waitForCall(1);
    stop.abort(new Error('stop'));
    clock.advance(5000);
    expect(toLines(await running).slice(-2)).toEqual([
      'tool.finished deaf cancelled: It did not end in time when it was told to; it may still be running.\nStopped by the user.',
      'turn.finished cancelled: ',
    ]);
  });

  it('between two steps: no further model call', async () => {
    const stop = new AbortController();
    const model = createScriptedModel([[reply.toolCall('look')]]);
    const events = await runMessage({
      model,
      tools: [createTestTool({ name: 'look' })],
      stop,
      onEvent: (event) => {
        if (event.type === 'tool.finished') stop.abort(new Error('stop'));
      },
    });
    expect(toLines(events).at(-1)).toBe('turn.finished cancelled: ');
    expect(model.calls).toHaveLength(1);
  });

  it('by whoever stops iterating, at every event: nothing is left behind', async () => {
    const script = () => [[reply.text('a'), reply.toolCall('look'), reply.toolCall('hang')]];
    for (let cut = 1; cut <= 8; cut += 1) {
      const hanging = createHangingTool('hang');
      const run = createRun({ model: script(), tools: [createTestTool({ name: 'look' }), hanging] });
      let seen = 0;
      for await (const _ of run.iterate()) if (++seen === cut) break;
      expect(seen).toBe(cut);
      expect(run.clock.pending()).toEqual([]);
      for (const call of hanging.calls) expect(call.context.signal.aborted).toBe(true);
    }
  });
});

describe('the prompt', () => {
  it('is made from final messages alone, with a note on answers that broke off', async () => {
    const model = createScriptedModel([[reply.text('ok')]]);
    const message = (role: 'user' | 'assistant', text: string, status: 'completed' | 'cancelled') => ({
      id: turnId,
      sessionId: turnId,
      parentId: null,
      role,
      text,
      attachments: [],
      turnId,
      status,
      siblings: [],
      createdAt: '2026-01-01T00:00:00.000Z',
    });
    await runMessage({
      model,
      input: {
        text: 'continue',
        history: [message('user', 'go', 'completed'), message('assistant', 'half', 'cancelled')],
      },
    });
    expect(model.calls[0]?.request.messages).toEqual([
      { role: 'user', text: 'go' },
      {
        role: 'assistant',
        text: 'half\n\n[The user stopped this answer before it was complete.]',
        reasoning: '',
        calls: [],
      },
      { role: 'user', text: 'continue' },
    ]);
  });
});
