import { createGate, createScriptedModel, createTestTool, reply } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

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
