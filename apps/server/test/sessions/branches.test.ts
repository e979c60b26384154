import type { SnapshotFrame } from '@slipstream/protocol';
import { createScriptedModel, reply, sequentialId } from '@slipstream/testkit';
import { describe, expect, it } from 'vitest';
import { createBench, createReader, messageId, send, sessionId } from './create-bench.ts';

const answers = (...texts: string[]) => texts.map((text) => [reply.text(text)]);

async function setUp(...texts: string[]) {
  const model = createScriptedModel(answers(...texts));
  const bench = await createBench({ model });
  const reader = await createReader(bench.sessions);
  const finished = () => reader.next('turn.finished');
  const say = async (n: number, text: string, more?: Parameters<typeof send>[3]) => {
    const end = finished();
    await send(bench.sessions, n, text, more);
    return end;
  };
  const shown = async () =>
    (await bench.sessions.messages(sessionId, { limit: 50 })).messages.map((each) => each.text);
  const prompt = (call: number) => model.calls[call]?.request.messages.map((each) => each.text);
  return { ...bench, reader, finished, say, shown, prompt };
}

describe('an edit', () => {
  it('makes a branch: the model sees that path only, and the other is still there', async () => {
    const { sessions, say, shown, prompt } = await setUp('a1', 'a2', 'b2');
    const first = await say(1, 'one');
    await say(2, 'two');
    const end = await say(3, 'two, better', { parentId: first.messageId });
    expect(prompt(2)).toEqual(['one', 'a1', 'two, better']);
    expect(await shown()).toEqual(['one', 'a1', 'two, better', 'b2']);
    const { messages } = await sessions.messages(sessionId, { limit: 50 });
    expect(messages[2]?.siblings).toEqual([messageId(2), messageId(3)]);
    expect(await sessions.get(sessionId)).toMatchObject({ headId: end.messageId, messageCount: 6 });
  });

  it('of the first message begins at the root', async () => {
    const { say, shown, prompt } = await setUp('a1', 'b1');
    await say(1, 'one');
    await say(2, 'one, better', { parentId: null });
    expect(prompt(1)).toEqual(['one, better']);
    expect(await shown()).toEqual(['one, better', 'b1']);
  });

  it('under a message of another session is refused', async () => {
    const { sessions, say } = await setUp('a1');
    await say(1, 'one');
    const other = sequentialId(2, 7);
    const sent = send(sessions, 2, 'x', { session: other, parentId: messageId(1) });
    await expect(sent).rejects.toMatchObject({ code: 'not_found' });
    await expect(sessions.get(other)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('answering again', () => {
  it('gives the message a second answer beside the first, which the next prompt has', async () => {
    const { sessions, say, shown, finished, prompt, reader } = await setUp('a1', 'b1', 'b2');
    const first = await say(1, 'one');
    const end = finished();
    const turnId = sequentialId(1, 9);
    const again = () =>
      sessions.regenerate({ sessionId, messageId: first.messageId, turnId, channel: 'test' });
    expect(await Promise.all([again(), again()])).toEqual([{ turnId }, { turnId }]);
    const second = await end;
    expect(prompt(1)).toEqual(['one']);
    expect(second.message).toMatchObject({
      text: 'b1',
      parentId: messageId(1),
      siblings: [first.messageId, second.messageId],
    });
    expect(await again()).toEqual({ turnId });
    await say(2, 'two');
    expect(prompt(2)).toEqual(['one', 'b1', 'two']);
    expect(await shown()).toEqual(['one', 'b1', 'two', 'b2']);
    expect(reader.events.filter((event) => event.type === 'turn.started')).toHaveLength(3);
    expect((await sessions.trajectory(sessionId, turnId)).turn).toMatchObject({
      userMessageId: messageId(1),
      assistantMessageId: second.messageId,
    });
  });

  it('is refused while a turn runs, and for what is not there', async () => {
    const bench = await createBench({ model: [[reply.text('a')], [reply.hang()]] });
    const { sessions } = bench;
    const reader = await createReader(sessions);
    const end = reader.next('turn.finished');
    await send(sessions, 1, 'one');
    await end;
    const regenerate = (id: string) => sessions.regenerate({ sessionId, messageId: id, channel: 'test' });
    await expect(regenerate(messageId(9))).rejects.toMatchObject({ code: 'not_found' });
    const step = reader.next('step.started');
    await send(sessions, 2, 'two');
    await step;
    await expect(regenerate(messageId(1))).rejects.toMatchObject({ code: 'busy' });
    await expect(sessions.update(sessionId, { headId: messageId(1) })).rejects.toMatchObject({
      code: 'busy',
    });
  });
});

describe('switching', () => {
  it('shows every reader the other branch, and a reader that was away too', async () => {
    const { sessions, say, reader, shown, prompt } = await setUp('a1', 'a2', 'b2', 'a3');
    const first = await say(1, 'one');
    const second = await say(2, 'two');
    await say(3, 'two, better', { parentId: first.messageId });
    const { log, seq } = { log: reader.first.log, seq: reader.events.at(-1)?.seq ?? 0 };
    expect(await sessions.update(sessionId, { branchId: messageId(2) })).toMatchObject({
      headId: second.messageId,
    });
    const snapshot = reader.frames.at(-1) as SnapshotFrame;
    expect(snapshot).toMatchObject({ type: 'snapshot', log, seq: seq + 1 });
    expect(snapshot.messages.map((each) => each.text)).toEqual(['one', 'a1', 'two', 'a2']);
    const late = await createReader(sessions, sessionId, { log, seq });
    expect(late.first).toMatchObject({ type: 'snapshot', seq: seq + 1 });
    const inStep = await createReader(sessions, sessionId, { log, seq: seq + 1 });
    expect(inStep.first).toMatchObject({ type: 'resumed' });
    await say(4, 'three');
    expect(prompt(3)).toEqual(['one', 'a1', 'two', 'a2', 'three']);
    expect(reader.events.map((event) => event.seq)).not.toContain(seq + 1);
    await sessions.update(sessionId, { headId: messageId(1) });
    expect(await shown()).toEqual(['one']);
    await expect(sessions.update(sessionId, { headId: messageId(77) })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('lasts over a restart', async () => {
    const { sessions, say, folder, close } = await setUp('a1', 'b1');
    const first = await say(1, 'one');
    await say(2, 'one, better', { parentId: null });
    await sessions.update(sessionId, { headId: first.messageId });
    await close();
    const again = await createBench({ folder, idSpace: 5 });
    const reader = await createReader(again.sessions);
    expect((reader.first as SnapshotFrame).messages.map((each) => each.text)).toEqual(['one', 'a1']);
  });
});
