import {
  createFakeClock,
  createHangingTool,
  createScriptedModel,
  createTestTool,
  modelReply,
  reply,
} from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { createRun, runMessage, toLines } from './run-message.fixture.ts';

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
