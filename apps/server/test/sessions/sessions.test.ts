import { createPlanReadyTool } from '@slipstream/agent';
import {
  createGate,
  createHangingTool,
  createScriptedModel,
  createTestTool,
  reply,
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
