import { createPlanReadyTool } from '@slipstream/agent';
import { foldEvents, toEvents } from '@slipstream/protocol';
import {
  createGate,
  createHangingTool,
  createScriptedModel,
  createTestTool,
  modelReply,
  reply,
  type TestToolOptions,
} from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId, watchStatus } from './create-bench.ts';

const usage = reply.usage(10, 5);

describe('a message', () => {
  it('makes the session, streams, and is stored with its answer before the end is told', async () => {
    const { sessions } = await createBench({ model: [[reply.text('Hello.'), usage]] });
    const statuses = watchStatus(sessions);
    const reader = await createReader(sessions);
    expect(reader.first).toMatchObject({ type: 'snapshot', session: null, messages: [], turn: null, seq: 0 });
    const finished = reader.next('turn.finished');
    const sent = await send(sessions, 1, 'hi there');
    expect(sent.queued).toBe(false);
    const end = await finished;
    const { messages } = await sessions.messages(sessionId, { limit: 50 });
    expect(messages).toMatchObject([
      { id: messageId(1), role: 'user', text: 'hi there', parentId: null, turnId: sent.turnId },
      {
        role: 'assistant',
        text: 'Hello.',
        parentId: messageId(1),
        status: 'completed',
        trace: { steps: 1, tools: 0 },
      },
    ]);
    expect(end.message).toEqual(messages[1]);
    expect(reader.events[0]).toMatchObject({ type: 'turn.started', message: messages[0] });
    expect(await sessions.get(sessionId)).toMatchObject({
      title: 'hi there',
      status: 'idle',
      messageCount: 2,
      lastTurn: { turnId: sent.turnId, status: 'completed' },
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    expect(statuses).toEqual(['queued', 'running', 'idle']);
  });

  it('is taken once: twenty times at once, and again later', async () => {
    const gate = createGate();
    const { sessions } = await createBench({ model: [[reply.gate(gate), reply.text('one')]] });
    const reader = await createReader(sessions);
    const finished = reader.next('turn.finished');
    const acks = await Promise.all(Array.from({ length: 20 }, () => send(sessions, 1, 'once')));
    expect(new Set(acks.map((ack) => JSON.stringify(ack))).size).toBe(1);
    gate.release();
    await finished;
    expect(await send(sessions, 1, 'once')).toEqual(acks[0]);
    expect((await sessions.messages(sessionId, { limit: 50 })).messages).toHaveLength(2);
    await expect(send(sessions, 1, 'another text')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('holds no word of the work before it in the next prompt', async () => {
    const model = createScriptedModel([
      [
        reply.reasoning('secret thought'),
        reply.text('between'),
        reply.toolCall('look', { q: 'secret argument' }),
      ],
      [reply.text('First answer.')],
      [reply.text('Second answer.')],
    ]);
    const { sessions } = await createBench({
      model,
      tools: [createTestTool({ name: 'look', result: 'secret result' })],
    });
    const reader = await createReader(sessions);
    for (const [n, text] of [
      [1, 'one'],
      [2, 'two'],
    ] as const) {
      const finished = reader.next('turn.finished');
      await send(sessions, n, text);
      await finished;
    }
    const prompt = JSON.stringify(model.calls[2]?.request.messages);
    expect(prompt).not.toMatch(/secret|between/);
    expect(model.calls[2]?.request.messages.map((each) => each.text)).toEqual([
      'one',
      'First answer.',
      'two',
    ]);
  });

  it('for a model that is gone fails with words that help, and the session goes on', async () => {
    const bench = await createBench({ model: [[reply.text('a')]] });
    const reader = await createReader(bench.sessions);
    await expect(
      bench.sessions.send({ sessionId, messageId: messageId(1), text: 'x', channel: 'test', model: 'nope' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    const finished = reader.next('turn.finished');
    await bench.store.sessions.create({
      id: sessionId,
      title: 't',
      model: 'gone',
      mode: 'default',
      workspace: '/',
      now: '2026-01-01T00:00:00.000Z',
    });
    await send(bench.sessions, 1, 'hello');
    expect(await finished).toMatchObject({ status: 'failed', error: { kind: 'not_found' } });
  });
});

describe('the queue', () => {
  it('runs in order, one at a time, and tells its readers', async () => {
    const gates = [createGate(), createGate(), createGate()];
    const model = createScriptedModel(
      gates.map((gate, n) => [reply.gate(gate), reply.text(`answer ${n + 1}`)]),
    );
    const { sessions } = await createBench({ model });
    const reader = await createReader(sessions);
    const acks = [];
    for (const n of [1, 2, 3]) acks.push(await send(sessions, n, `m${n}`));
    expect(acks.map((ack) => ack.queued)).toEqual([false, true, true]);
    expect(reader.queues.at(-1)?.slice(-2)).toEqual(['m2', 'm3']);
    for (const gate of gates) {
      const finished = reader.next('turn.finished');
      await gate.reached;
      gate.release();
      await finished;
    }
    expect((await sessions.messages(sessionId, { limit: 50 })).messages.map((each) => each.text)).toEqual([
      'm1',
      'answer 1',
      'm2',
      'answer 2',
      'm3',
      'answer 3',
    ]);
  });

  it('gives messages back, refuses when asked to, and is bounded', async () => {
    const { sessions } = await createBench({ model: [[reply.hang()]] });
    const reader = await createReader(sessions);
    await send(sessions, 1, 'm1');
    await expect(send(sessions, 2, 'm2', { whenBusy: 'reject' })).rejects.toMatchObject({ code: 'busy' });
    for (let n = 2; n <= 51; n += 1) await send(sessions, n, `m${n}`);
    const more = send(sessions, 52, 'm52');
    await expect(more).rejects.toMatchObject({ code: 'busy' });
    expect(await sessions.unqueue(sessionId, messageId(3))).toEqual({ removed: true });
    expect(await sessions.unqueue(sessionId, messageId(3))).toEqual({ removed: false });
    expect(await sessions.unqueue(sessionId, messageId(1))).toEqual({ removed: false });
    expect(reader.queues.at(-1)).not.toContain('m3');
  });

  it('waits after a stop until the user speaks again, then all runs in order', async () => {
    const model = createScriptedModel([
      [reply.text('half'), reply.hang()],
      [reply.text('two')],
      [reply.text('three')],
    ]);
    const { sessions } = await createBench({ model, realTime: true });
    const reader = await createReader(sessions);
    const text = reader.next('text.delta');
    await send(sessions, 1, 'm1');
    await send(sessions, 2, 'm2');
    await text;
    let finished = reader.next('turn.finished');
    expect(await sessions.cancel(sessionId)).toEqual({
      cancelled: true,
      stopped: { requests: 1, tools: 0, approvals: 0 },
    });
    expect(await finished).toMatchObject({ status: 'cancelled', text: 'half' });
    expect(await sessions.cancel(sessionId)).toEqual({ cancelled: false });
    expect(await sessions.get(sessionId)).toMatchObject({ status: 'queued' });
    finished = reader.next('turn.finished');
    await send(sessions, 3, 'm3');
    expect(await finished).toMatchObject({ text: 'two' });
    expect(await reader.next('turn.finished')).toMatchObject({ text: 'three' });
  });

  it('sends what waits when it is sent again', async () => {
    const { sessions } = await createBench({ model: [[reply.hang()], [reply.text('two')]] });
    const reader = await createReader(sessions);
    const step = reader.next('step.started');
    await send(sessions, 1, 'm1');
    await send(sessions, 2, 'm2');
    await step;
    await sessions.cancel(sessionId);
    await reader.next('turn.finished');
    const finished = reader.next('turn.finished');
    expect(await send(sessions, 2, 'm2')).toMatchObject({ queued: true });
    expect(await finished).toMatchObject({ text: 'two' });
  });
});

describe('stop', () => {
  it('and a message sent at once: the message runs next, with the stopped answer in its prompt', async () => {
    const model = createScriptedModel([[reply.text('half'), reply.hang()], [reply.text('whole')]]);
    const { sessions } = await createBench({ model, realTime: true });
    const reader = await createReader(sessions);
    const text = reader.next('text.delta');
    await send(sessions, 1, 'go');
    await text;
    await sessions.cancel(sessionId);
    await send(sessions, 2, 'again');
    await reader.next('turn.finished');
    expect(await reader.next('turn.finished')).toMatchObject({ status: 'completed', text: 'whole' });
    expect(model.calls[1]?.request.messages.map((each) => each.text)).toEqual([
      'go',
      'half\n\n[The user stopped this answer before it was complete.]',
      'again',
    ]);
  });

  it('twice, and with nothing running, and of a queued turn', async () => {
    const { sessions } = await createBench({ model: [[reply.hang()]] });
    expect(await sessions.cancel(sessionId)).toEqual({ cancelled: false });
    const reader = await createReader(sessions);
    const step = reader.next('step.started');
    await send(sessions, 1, 'm1');
    const second = await send(sessions, 2, 'm2');
    await step;
    expect(await sessions.cancel(sessionId, second.turnId)).toEqual({ cancelled: true });
    const finished = reader.next('turn.finished');
    const [one, two] = await Promise.all([sessions.cancel(sessionId), sessions.cancel(sessionId)]);
    expect([one.cancelled, two.cancelled]).toEqual([true, true]);
    await finished;
    expect(reader.events.filter((event) => event.type === 'turn.finished')).toHaveLength(1);
    expect((await sessions.messages(sessionId, { limit: 50 })).messages).toHaveLength(2);
  });

  it('withdraws an approval, which cannot be answered any more', async () => {
    const tool = createTestTool({ name: 'write', risk: 'write' });
    const { sessions } = await createBench({ model: [[reply.toolCall('write')]], tools: [tool] });
    const reader = await createReader(sessions);
    const asked = reader.next('approval.requested');
    await send(sessions, 1, 'go');
    const { approvalId } = await asked;
    expect(await sessions.get(sessionId)).toMatchObject({ status: 'waiting' });
    const finished = reader.next('turn.finished');
    expect(await sessions.cancel(sessionId)).toMatchObject({ stopped: { requests: 0, approvals: 1 } });
    await finished;
    expect(await sessions.answerApproval(sessionId, approvalId, { decision: 'allow_once' })).toEqual({
      applied: false,
    });
    expect(tool.calls).toHaveLength(0);
    expect(reader.lastView?.steps[0]?.calls[0]).toMatchObject({
      status: 'cancelled',
      approval: { decision: 'withdrawn' },
    });
  });
});

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

describe('the mode', () => {
  it('of the session changes when a plan is approved, and what the user changes counts from the next call on', async () => {
    const write = createTestTool({ name: 'write', risk: 'write', concurrencySafe: false });
    const { sessions } = await createBench({
      model: [
        [reply.toolCall('plan_ready', { plan: 'Do it.' }), reply.toolCall('write', { path: 'a' })],
        [reply.toolCall('write', { path: 'b' })],
        [reply.text('done')],
      ],
      tools: [write, createPlanReadyTool()],
    });
    await sessions.create({ id: sessionId, mode: 'plan' });
    const reader = await createReader(sessions);
    const finished = reader.next('turn.finished');
    let asked = reader.next('approval.requested');
    await send(sessions, 1, 'go');
    for (const name of ['plan_ready', 'write']) {
      const { approvalId, ...request } = await asked;
      expect(request.name).toBe(name);
      asked = reader.next('approval.requested');
      if (name === 'write') await sessions.update(sessionId, { mode: 'accept-edits' });
      await sessions.answerApproval(sessionId, approvalId, { decision: 'allow_once' });
    }
    await finished;
    expect(write.calls).toHaveLength(2);
    expect(await sessions.get(sessionId)).toMatchObject({ mode: 'accept-edits' });
  });
});

describe('other commands', () => {
  it('delete stops what runs and leaves nothing', async () => {
    const hanging = createHangingTool('hang');
    const { sessions, store } = await createBench({ model: [[reply.toolCall('hang')]], tools: [hanging] });
    const { turnId } = await send(sessions, 1, 'go');
    const call = await hanging.waitForCall(1);
    const gone: string[] = [];
    sessions.watch((frame) => frame.type === 'session.deleted' && gone.push(frame.sessionId));
    await sessions.delete(sessionId);
    expect(call.context.signal.aborted).toBe(true);
    expect(gone).toEqual([sessionId]);
    await expect(sessions.get(sessionId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(sessions.delete(sessionId)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.history.entries(turnId)).toEqual([]);
  });

  it('update, list and create again', async () => {
    const { sessions } = await createBench();
    const first = await sessions.create({ id: sessionId, title: 'One' });
    expect(first.created).toBe(true);
    expect(await sessions.create({ id: sessionId, title: 'Other' })).toMatchObject({
      created: false,
      session: { title: 'One' },
    });
    expect(await sessions.update(sessionId, { pinned: true, mode: 'plan' })).toMatchObject({
      pinned: true,
      mode: 'plan',
    });
    await expect(sessions.update(sessionId, { model: 'nope' })).rejects.toMatchObject({ code: 'not_found' });
    expect((await sessions.list({ limit: 10, archived: false })).sessions).toHaveLength(1);
  });

  it('fifty sessions at once keep every byte in its place', async () => {
    const model = createScriptedModel((call) => {
      const text = call.request.messages.at(-1)?.text ?? '';
      return [reply.text(...Array.from({ length: 30 }, (_, n) => `${text}:${n} `))];
    });
    const { sessions } = await createBench({ model });
    const ids = Array.from(
      { length: 50 },
      (_, n) => `0000000a-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    const ends = await Promise.all(
      ids.map(async (id, n) => {
        const reader = await createReader(sessions, id);
        const finished = reader.next('turn.finished');
        await send(sessions, n + 1, `s${n}`, { session: id });
        await finished;
        return reader.lastView?.steps[0]?.text;
      }),
    );
    expect(ends).toEqual(ids.map((_, n) => Array.from({ length: 30 }, (__, k) => `s${n}:${k} `).join('')));
  });
});
