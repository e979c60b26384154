import { foldEvents } from '@slipstream/protocol';
import { createFakeClock, createTestTool, modelReply, reply } from '@slipstream/testkit/fakes';
import { describe, expect, it } from 'vitest';
import { createRetryDesk } from './retry-desk.ts';
import { createRun, runMessage, toLine, toLines, turnId } from './run-message.fixture.ts';

const usage = reply.usage(10, 5);

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

  it('does not wait any longer when a person asks for the attempt, and says so', async () => {
    const clock = createFakeClock();
    const retries = createRetryDesk();
    const running = runMessage({ clock, retries, model: [failing('half', true, 7000), [reply.text('ok')]] });
    await clock.waitForTimers(1);
    clock.advance(400);
    expect(retries.tryNow()).toBe(true);
    expect(retries.tryNow()).toBe(false);
    const events = await running;
    expect(clock.pending()).toEqual([]);
    expect(toLines(events).slice(2, -2)).toEqual([
      'text.delta half',
      'retry 1 server 7000',
      'retry.hurried 1 400',
      'text.delta ok',
      expect.stringMatching(/^usage/),
    ]);
    expect(foldEvents(turnId, events).steps[0]?.retries).toMatchObject([{ attempt: 1, delayMs: 400 }]);
    expect(retries.tryNow()).toBe(false);
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
