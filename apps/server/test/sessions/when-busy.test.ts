import { createGate, createScriptedModel, createTestTool, reply, sequentialId } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

const steer = { whenBusy: 'steer' } as const;

/** A turn that waits in its tool until the gate opens. */
async function inTool(...answers: string[]) {
  const gate = createGate();
  const tool = createTestTool({
    name: 'look',
    result: async () => {
      await gate.pass();
      return { output: 'found' };
    },
  });
  const model = createScriptedModel([
    [reply.text('I look.'), reply.toolCall('look', {})],
    ...answers.map((text) => [reply.text(text)]),
  ]);
  const bench = await createBench({ model, tools: [tool] });
  const reader = await createReader(bench.sessions);
  const started = reader.next('tool.started');
  const { turnId } = await send(bench.sessions, 1, 'go');
  await started;
  const prompt = (call: number) => model.calls[call]?.request.messages.map((each) => each.text);
  return { ...bench, gate, reader, turnId, prompt };
}

describe('steer', () => {
  it('joins the running turn before its next model call, as a message of the branch', async () => {
    const { sessions, gate, reader, turnId, prompt } = await inTool('Done, in French.');
    const sent = await send(sessions, 2, 'in French, please', steer);
    expect(sent.queued).toBe(true);
    expect(await sessions.queue(sessionId)).toMatchObject([{ messageId: messageId(2), steer: true }]);
    const joined = reader.next('message.joined');
    const finished = reader.next('turn.finished');
    gate.release();
    expect(await joined).toMatchObject({
      turnId,
      step: 2,
      text: 'in French, please',
      message: { parentId: messageId(1), turnId },
    });
    const end = await finished;
    expect(prompt(1)).toEqual(['go', 'I look.', 'found', 'in French, please']);
    expect(end.message).toMatchObject({ parentId: messageId(2), text: 'Done, in French.' });
    expect(await sessions.queue(sessionId)).toEqual([]);
    expect(reader.queues.at(-1)).toEqual([]);
    expect(reader.lastView?.joined).toEqual([
      { messageId: messageId(2), step: 2, text: 'in French, please' },
    ]);
    const { messages } = await sessions.messages(sessionId, { limit: 9 });
    expect(messages.map((each) => each.text)).toEqual(['go', 'in French, please', 'Done, in French.']);
    expect(await send(sessions, 2, 'in French, please', steer)).toEqual(sent);
    await expect(send(sessions, 2, 'other')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is one message with what it joined in the next prompt, and its trace tells the same view', async () => {
    const { sessions, gate, reader, turnId, prompt } = await inTool('Done.', 'Bye.');
    await send(sessions, 2, 'quickly', steer);
    let finished = reader.next('turn.finished');
    gate.release();
    await finished;
    const { foldEvents, toEvents } = await import('@slipstream/protocol');
    const { turn, entries } = await sessions.trajectory(sessionId, turnId);
    expect(foldEvents(turn.id, toEvents(turn, entries)).joined).toEqual(reader.lastView?.joined);
    finished = reader.next('turn.finished');
    await send(sessions, 3, 'bye');
    await finished;
    expect(prompt(2)).toEqual(['go\n\nquickly', 'Done.', 'bye']);
  });

  it('becomes a normal message when the turn ends first', async () => {
    const gate = createGate();
    const model = createScriptedModel([[reply.gate(gate), reply.text('one')], [reply.text('two')]]);
    const { sessions } = await createBench({ model });
    const reader = await createReader(sessions);
    const step = reader.next('step.started');
    await send(sessions, 1, 'm1');
    await step;
    await send(sessions, 2, 'm2', steer);
    const first = reader.next('turn.finished');
    gate.release();
    expect(await first).toMatchObject({ text: 'one' });
    expect(await reader.next('turn.finished')).toMatchObject({ text: 'two' });
    expect(reader.events.filter((event) => event.type === 'message.joined')).toEqual([]);
    const { messages } = await sessions.messages(sessionId, { limit: 9 });
    expect(messages.map((each) => each.text)).toEqual(['m1', 'one', 'm2', 'two']);
  });

  it('waits with the others after a stop, and to a session at rest is a message like any', async () => {
    const { sessions, gate, reader } = await inTool('After all.');
    await send(sessions, 2, 'later', steer);
    const finished = reader.next('turn.finished');
    await sessions.cancel(sessionId);
    gate.release();
    await finished;
    expect(await sessions.queue(sessionId)).toMatchObject([{ text: 'later' }]);
    expect(reader.frames.findLast((frame) => frame.type === 'queue.updated')).toMatchObject({
      queuePaused: true,
      queue: [{ text: 'later' }],
    });
    const next = reader.next('turn.finished');
    expect(await sessions.resumeQueue(sessionId)).toEqual({ resumed: true });
    expect(await sessions.resumeQueue(sessionId)).toEqual({ resumed: false });
    expect(await next).toMatchObject({ text: 'After all.' });
  });
});

describe('interrupt', () => {
  it('stops the running turn, keeps what it said, and runs before what waits', async () => {
    const model = createScriptedModel([
      [reply.text('half'), reply.hang()],
      [reply.text('now')],
      [reply.text('later')],
    ]);
    const { sessions } = await createBench({ model, realTime: true });
    const reader = await createReader(sessions);
    const text = reader.next('text.delta');
    await send(sessions, 1, 'm1');
    await text;
    await send(sessions, 2, 'm2');
    let finished = reader.next('turn.finished');
    expect(await send(sessions, 3, 'm3', { whenBusy: 'interrupt' })).toMatchObject({ queued: true });
    expect(await finished).toMatchObject({ status: 'cancelled', text: 'half' });
    finished = reader.next('turn.finished');
    expect(await finished).toMatchObject({ text: 'now' });
    expect(await reader.next('turn.finished')).toMatchObject({ text: 'later' });
    const { messages } = await sessions.messages(sessionId, { limit: 9 });
    expect(messages.map((each) => each.text)).toEqual(['m1', 'half', 'm3', 'now', 'm2', 'later']);
  });

  it('sent again stops nothing', async () => {
    const gate = createGate();
    const model = createScriptedModel([[reply.hang()], [reply.gate(gate), reply.text('now')]]);
    const { sessions } = await createBench({ model });
    const reader = await createReader(sessions);
    const step = reader.next('step.started');
    await send(sessions, 1, 'm1');
    await step;
    const ended = reader.next('turn.finished');
    const sent = await send(sessions, 2, 'm2', { whenBusy: 'interrupt' });
    await ended;
    expect(await send(sessions, 2, 'm2', { whenBusy: 'interrupt' })).toEqual(sent);
    const finished = reader.next('turn.finished');
    gate.release();
    expect(await finished).toMatchObject({ status: 'completed', text: 'now' });
  });
});

describe('what waits', () => {
  it('is changed in its place, and runs with the new words', async () => {
    const { sessions, gate, reader, prompt } = await inTool('one', 'two', 'three');
    for (const n of [2, 3]) await send(sessions, n, `m${n}`);
    expect(await sessions.editQueued(sessionId, messageId(2), 'better')).toEqual({ edited: true });
    expect(await sessions.editQueued(sessionId, messageId(1), 'x')).toEqual({ edited: false });
    expect(reader.queues.at(-1)).toEqual(['better', 'm3']);
    const finished = reader.next('turn.finished');
    gate.release();
    await finished;
    await reader.next('turn.finished');
    await reader.next('turn.finished');
    expect(prompt(3)?.filter((_, index) => index % 2 === 0)).toEqual(['go', 'better', 'm3']);
  });

  it('survives a restart in its order and with its words', async () => {
    const { sessions, gate, folder, close } = await inTool('one');
    for (const n of [2, 3]) await send(sessions, n, `m${n}`);
    await sessions.editQueued(sessionId, messageId(2), 'better');
    gate.release();
    await close();
    const again = await createBench({ folder, idSpace: 5, model: [[reply.hang()]] });
    await again.sessions.recover();
    const reader = await createReader(again.sessions);
    expect(reader.first).toMatchObject({
      queue: [{ text: 'better' }, { text: 'm3' }],
      queuePaused: true,
    });
  });

  it('is left waiting by a start that lets nothing run, and runs after one that does', async () => {
    const { sessions, store, folder, close } = await createBench();
    // As a crash leaves it between the ack and the beginning of the turn.
    await store.turns.acceptMessage({
      session: {
        id: sessionId,
        title: 'Left',
        model: 'scripted',
        mode: 'default',
        workspace: folder,
        now: '2026-01-01T00:00:00.000Z',
      },
      messageId: messageId(1),
      turnId: sequentialId(1, 9),
      text: 'm1',
      model: undefined,
      mode: undefined,
      channel: 'test',
      now: '2026-01-01T00:00:00.000Z',
    });
    await sessions.recover('keep');
    const reader = await createReader(sessions);
    expect(reader.first).toMatchObject({ queue: [{ text: 'm1' }] });
    expect(sessions.running()).toBe(0);
    await close();
    const again = await createBench({ folder, idSpace: 5, model: [[reply.hang()]] });
    await again.sessions.recover();
    expect(again.sessions.running()).toBe(1);
  });
});
