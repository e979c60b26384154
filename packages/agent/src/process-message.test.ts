import {
  createGate,
  createScriptedModel,
  createTestTool,
  modelReply,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { createRun, runMessage, toLine, toLines, turnId } from './run-message.fixture.ts';

const usage = reply.usage(10, 5);

describe('a turn that goes well', () => {
  it('streams an answer: its first piece at once, and what follows together', async () => {
    const events = await runMessage({
      model: [[reply.reasoning('H', 'm', 'm'), reply.text('Hel', 'lo'), usage]],
    });
    expect(toLines(events)).toEqual([
      'turn.started',
      'step.started 1',
      'reasoning.delta H',
      'reasoning.delta mm',
      'text.delta Hello',
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
