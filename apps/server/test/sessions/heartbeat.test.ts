import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createGate,
  createMemoryLog,
  createScriptedModel,
  createSequentialIds,
  createTestTool,
  reply,
} from '@slipstream/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createHeartbeat, type Heartbeat } from '../../src/heartbeat/create-heartbeat.ts';
import { openHeartbeatState, toRestingState } from '../../src/heartbeat/heartbeat-state.ts';
import { type BenchOptions, createBench } from './create-bench.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const minute = 60_000;

async function setUp(file: string, options: BenchOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'slipstream-heartbeat-'));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'heartbeat.json');
  const bench = await createBench(options);
  const open = async (): Promise<Heartbeat> => {
    const heartbeat = createHeartbeat({
      readFile: async () => file,
      state: await openHeartbeatState(path),
      sessions: bench.sessions,
      clock: bench.clock,
      ids: createSequentialIds(77),
      log: bench.log,
    });
    ends.push(() => heartbeat.close());
    return heartbeat;
  };
  const heartbeat = await open();
  /** Lets so much time pass, looked at four times a minute, and waits until `seen` of what is known holds. */
  const pass = async (minutes: number) => {
    for (let quarter = 0; quarter < minutes * 4; quarter += 1) {
      await bench.clock.waitForTimers(1);
      bench.clock.advance(15_000);
      await heartbeat.info();
    }
  };
  return { ...bench, heartbeat, pass, open, path };
}

const last = async (heartbeat: Heartbeat) =>
  (await heartbeat.info()).tasks.map((task) => task.last?.status ?? null);

/** Waits, without a clock, until what the heartbeat tells is so. */
async function until(heartbeat: Heartbeat, statuses: (string | null)[]) {
  for (let tries = 0; tries < 2000; tries += 1) {
    if (JSON.stringify(await last(heartbeat)) === JSON.stringify(statuses)) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await last(heartbeat)).toEqual(statuses);
}

describe('periodic tasks', () => {
  it('do not run before somebody switches them on, and then in a session of their own', async () => {
    const model = createScriptedModel([[reply.text('All is well.')], [reply.text('Still well.')]]);
    const { heartbeat, sessions, clock, pass } = await setUp('## every 10 minutes\nLook at the build.', {
      model,
    });
    expect(await heartbeat.info()).toMatchObject({
      on: false,
      sessionId: null,
      tasks: [{ nextAt: null, last: null }],
    });
    expect(clock.pending()).toEqual([]);
    const on = await heartbeat.switchTo(true);
    expect(on.tasks[0]?.nextAt).toBe(new Date(clock.now() + 10 * minute).toISOString());
    await pass(11);
    await until(heartbeat, ['completed']);
    const { sessionId } = await heartbeat.info();
    const { messages } = await sessions.messages(sessionId ?? '', { limit: 10 });
    expect(messages.map(({ text }) => text)).toEqual(['Look at the build.', 'All is well.']);
    expect(await sessions.get(sessionId ?? '')).toMatchObject({ title: 'Heartbeat', status: 'idle' });
    await pass(11);
    await until(heartbeat, ['completed']);
    expect(model.calls).toHaveLength(2);
    await heartbeat.switchTo(false);
    expect((await heartbeat.info()).tasks[0]?.nextAt).toBeNull();
  });

  it('are skipped, and say so, while another still runs', async () => {
    const gate = createGate();
    const model = createScriptedModel([[reply.gate(gate), reply.text('Slow.')]]);
    const { heartbeat, pass } = await setUp(
      '## every 5 minutes\nSlow one.\n\n## every 7 minutes\nOther one.',
      {
        model,
      },
    );
    await heartbeat.switchTo(true);
    await pass(6);
    await until(heartbeat, ['running', null]);
    await pass(2);
    await until(heartbeat, ['running', 'skipped']);
    gate.release();
    await until(heartbeat, ['completed', 'skipped']);
    expect(model.calls).toHaveLength(1);
  });

  it('never wait for a person: what would ask is refused, and the model is told why', async () => {
    const write = createTestTool({ name: 'write', risk: 'write' });
    const model = createScriptedModel([
      [reply.toolCall('write', { path: 'a' })],
      [reply.text('I could not.')],
    ]);
    const { heartbeat, pass } = await setUp('## every 5 minutes\nWrite it.', { model, tools: [write] });
    await heartbeat.switchTo(true);
    await pass(6);
    await until(heartbeat, ['completed']);
    expect(write.calls).toHaveLength(0);
    expect(model.calls[1]?.request.messages.at(-1)?.text).toContain('Nobody is here to allow it');
  });

  it('remember over a restart whether they run, and that one was cut off', async () => {
    const model = createScriptedModel([[reply.hang()]]);
    const { heartbeat, pass, open } = await setUp('## every 5 minutes\nHang.', { model });
    await heartbeat.switchTo(true);
    await pass(6);
    await until(heartbeat, ['running']);
    await heartbeat.close();
    const again = await open();
    expect(await again.info()).toMatchObject({ on: true, tasks: [{ last: { status: 'interrupted' } }] });
  });

  it('do not run on a server that is only looked at, and do again on the next that is not', async () => {
    const { heartbeat, clock, sessions, path, open } = await setUp('## every 5 minutes\nLook.', {});
    await heartbeat.switchTo(true);
    await heartbeat.close();
    expect(clock.pending()).toEqual([]);
    const resting = createHeartbeat({
      readFile: async () => '## every 5 minutes\nLook.',
      state: toRestingState(await openHeartbeatState(path)),
      sessions,
      clock,
      ids: createSequentialIds(78),
      log: createMemoryLog(),
    });
    expect(clock.pending()).toEqual([]);
    await resting.close();
    expect(await (await open()).info()).toMatchObject({ on: true });
  });

  it('begin afresh, switched off, where what was remembered cannot be read', async () => {
    const { path, open } = await setUp('## every 5 minutes\nLook.', {});
    await writeFile(path, '{broken');
    expect(await (await open()).info()).toMatchObject({ on: false, sessionId: null });
  });
});
