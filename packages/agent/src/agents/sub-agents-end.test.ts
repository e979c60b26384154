import type { AgentEvent } from '@slipstream/protocol';
import { createFakeClock, createScriptedModel, createTestTool, reply } from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { type MessageRun, runMessage, toLines } from '../run-message.fixture.ts';
import { outputOf, task, toDefinition, withAgents } from './agents.fixture.ts';

const usage = reply.usage(10, 5);

describe('an end before its time', () => {
  /** Every event that opens something has the one that closes it, and nothing comes after the turn's end. */
  const expectClosed = (events: readonly AgentEvent[]) => {
    const open = new Set<string>();
    for (const event of events) {
      const id = `${event.agent?.id ?? ''}`;
      if (event.type === 'agent.started') open.add(`agent ${id}`);
      if (event.type === 'agent.finished') expect(open.delete(`agent ${id}`)).toBe(true);
      if (event.type === 'step.started') open.add(`step ${id}`);
      if (event.type === 'step.finished') expect(open.delete(`step ${id}`)).toBe(true);
      if (event.type === 'tool.started') open.add(`call ${id} ${event.callId}`);
      if (event.type === 'tool.finished') expect(open.delete(`call ${id} ${event.callId}`)).toBe(true);
      if (event.type === 'approval.requested') open.add(`approval ${event.approvalId}`);
      if (event.type === 'approval.resolved') expect(open.delete(`approval ${event.approvalId}`)).toBe(true);
    }
    expect([...open]).toEqual([]);
    expect(events.filter((event) => event.type === 'turn.finished')).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('turn.finished');
  };

  const nested = (more: Partial<MessageRun>): MessageRun => {
    const names = ['one', 'two'];
    const models = {
      one: createScriptedModel(
        [
          [reply.text('1'), task('two'), usage],
          [reply.text('one'), usage],
        ],
        { id: 'one' },
      ),
      two: createScriptedModel(
        [
          [reply.reasoning('Hm'), reply.toolCall('write', { path: 'a' }), usage],
          [reply.text('two'), usage],
        ],
        { id: 'two' },
      ),
    };
    return {
      agents: names.map((name) => toDefinition(name, { spawns: true })),
      models,
      tools: [createTestTool({ name: 'write', risk: 'write' })],
      model: [
        [task('one'), usage],
        [reply.text('end'), usage],
      ],
      ...more,
    };
  };

  it('is a whole history wherever the turn is stopped', async () => {
    const all = await runMessage(nested({}));
    expectClosed(all);
    for (let at = 0; at < all.length - 1; at += 1) {
      const stop = new AbortController();
      let seen = 0;
      const events = await runMessage(
        nested({
          stop,
          onEvent: () => {
            if (seen === at) stop.abort(new Error('stop'));
            seen += 1;
          },
        }),
      );
      expectClosed(events);
      // A stop that comes after the model's last word changes nothing any more.
      const status = at < all.length - 3 ? 'cancelled' : 'completed';
      expect(events.at(-1)).toMatchObject({ status });
    }
  });

  it('stops one alone, and tells the one that asked', async () => {
    const stops = new Map<string, () => void>();
    const { run } = withAgents(
      { one: [[reply.text('Slowly'), reply.hang()]], two: [[reply.text('two')]] },
      {
        stops,
        model: [[task('one'), task('two')], [reply.text('I go on.')]],
        onEvent: (event) => {
          if (event.type === 'text.delta' && event.agent?.name === 'one') stops.get(event.agent.id)?.();
        },
      },
    );
    const events = await runMessage(run);
    expectClosed(events);
    expect(outputOf(events, 'task').sort()).toEqual([
      'error: The user stopped this agent.\n\nIts last words:\n\nSlowly',
      'ok: two',
    ]);
    expect(toLines(events).at(-1)).toBe('turn.finished completed: I go on.');
    expect(stops.size).toBe(0);
  });

  it('leaves behind one that does not end, closed all the same', async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const deaf = createTestTool({ name: 'deaf', result: () => new Promise<never>(() => {}) });
    const { run } = withAgents(
      { one: [[reply.toolCall('deaf')]] },
      { clock, stop, tools: [deaf], model: [[task('one')]] },
    );
    const running = runMessage(run);
    await deaf.waitForCall(1);
    stop.abort(new Error('stop'));
    clock.advance(5000);
    const events = await running;
    expectClosed(events);
    expect(events.at(-1)).toMatchObject({ status: 'cancelled' });
  });
});
