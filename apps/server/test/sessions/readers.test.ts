import { foldEvents, toEvents } from '@slipstream/protocol';
import { createGate, createTestTool, modelReply, reply, type TestToolOptions } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, send, sessionId } from './create-bench.ts';

const usage = reply.usage(10, 5);

describe('readers', () => {
  const script = () => [
    [
      reply.reasoning('thinking'),
      reply.text('Let me ', 'look.'),
      reply.toolCall('look', { q: 1 }),
      reply.toolCall('write', { p: 'x' }),
      usage,
    ],
    [modelReply.fail('server', { retryable: true })],
    [reply.text('All ', 'done.'), usage],
  ];
  const look: TestToolOptions['result'] = (_, context) => {
    context.progress('live');
    return { output: 'found' };
  };
  const tools = () => [
    createTestTool({ name: 'look', result: look }),
    createTestTool({ name: 'write', risk: 'write', concurrencySafe: false, preview: async () => '+x' }),
  ];

  async function run() {
    const bench = await createBench({ model: script(), tools: tools() });
    const { sessions, clock } = bench;
    const reader = await createReader(sessions);
    const asked = reader.next('approval.requested');
    const retried = reader.next('retry');
    const finished = reader.next('turn.finished');
    const { turnId } = await send(sessions, 1, 'go');
    const { approvalId } = await asked;
    expect(
      await sessions.answerApproval(sessionId, approvalId, { decision: 'allow_once', note: 'ok' }),
    ).toEqual({ applied: true });
    await retried;
    await clock.waitForTimers(1);
    while (clock.advanceToNext() !== undefined);
    await finished;
    return { ...bench, reader, turnId };
  }

  it('that come back at any event fold to the same view as one that never left', async () => {
    const { sessions, reader } = await run();
    const logId = reader.first.log;
    const { events } = reader;
    for (let cut = 0; cut <= events.length; cut += 1) {
      const before = events.slice(0, cut);
      const started = before.findLastIndex((event) => event.type === 'turn.started');
      const running = started >= 0 && !before.slice(started).some((event) => event.type === 'turn.finished');
      const turn = events[0]?.turnId ?? '';
      const view = running
        ? foldEvents(
            turn,
            before.map(({ seq: _, ...event }) => event),
          )
        : null;
      const again = await createReader(sessions, sessionId, { log: logId, seq: cut }, view);
      expect(again.first).toMatchObject({ type: 'resumed', seq: cut });
      expect(again.events.map((event) => event.seq)).toEqual(events.slice(cut).map((event) => event.seq));
      expect(again.lastView ?? reader.lastView).toEqual(reader.lastView);
      again.end();
    }
  });

  it('see the same times live and in the trajectory, whatever the clock does in between', async () => {
    const { sessions } = await createBench({ model: [[reply.text('a'), usage]], realTime: true });
    const reader = await createReader(sessions);
    const finished = reader.next('turn.finished');
    const { turnId } = await send(sessions, 1, 'go');
    await finished;
    const { turn, entries } = await sessions.trajectory(sessionId, turnId);
    expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
  });

  it('that come long after see in the trajectory what the live ones saw', async () => {
    const { sessions, reader, turnId } = await run();
    const { turn, entries } = await sessions.trajectory(sessionId, turnId);
    expect(foldEvents(turnId, toEvents(turn, entries))).toEqual(reader.lastView);
    expect(entries.map((entry) => `${entry.kind} ${entry.name} ${entry.status}`)).toEqual([
      'step scripted ok',
      'tool look ok',
      'tool write ok',
      'approval write ok',
      'step scripted ok',
      'retry server ok',
    ]);
  });

  it('get a snapshot in the middle that continues without a gap', async () => {
    const gate = createGate();
    const { sessions } = await createBench({
      model: [[reply.text('first half, '), reply.gate(gate), reply.text('second half')]],
      realTime: true,
    });
    const reader = await createReader(sessions);
    const text = reader.next('text.delta');
    await send(sessions, 1, 'go');
    await text;
    const late = await createReader(sessions);
    expect(late.first).toMatchObject({
      type: 'snapshot',
      turn: { steps: [{ text: 'first half, ' }] },
      messages: [{ text: 'go' }],
    });
    const finished = late.next('turn.finished');
    gate.release();
    await finished;
    expect(late.lastView).toEqual(reader.lastView);
    expect(late.events[0]?.seq).toBe((late.first.seq ?? 0) + 1);
  });

  it('of another log, or ahead of it, get a snapshot', async () => {
    const { sessions, reader } = await run();
    for (const after of [
      { log: 'other', seq: 1 },
      { log: reader.first.log, seq: 10_000 },
    ])
      expect((await createReader(sessions, sessionId, after)).first.type).toBe('snapshot');
  });
});
