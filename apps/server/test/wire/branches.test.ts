// Branches and what waits, through the whole server: frames in, frames and REST out.
import { randomUUID } from 'node:crypto';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

type Ack = { type: string; turnId?: string };
const turnOf = (ack: unknown) => {
  const { type, turnId } = ack as Ack;
  if (type !== 'ack' || !turnId) throw new Error(`No ack: ${JSON.stringify(ack)}`);
  return turnId;
};

test('An edit, another answer and a switch, seen by a second socket too', async () => {
  const server = await startRealServer([[reply.text('a')], [reply.text('b')], [reply.text('c')]]);
  const socket = await server.connect();
  const other = await server.connect();
  const sessionId = randomUUID();
  for (const each of [socket, other]) await each.ask({ type: 'subscribe', sessionId });
  const send = (text: string, more = {}) =>
    socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text, ...more });
  const first = await waitForEnd(socket, turnOf(await send('one')));
  await waitForEnd(socket, turnOf(await send('one, better', { parentId: null })));
  const turnId = randomUUID();
  const regenerate = { type: 'turn.regenerate', sessionId, messageId: first.messageId, turnId } as const;
  expect(turnOf(await socket.ask(regenerate))).toBe(turnId);
  expect(turnOf(await socket.ask(regenerate))).toBe(turnId);
  const again = await waitForEnd(socket, turnId);
  expect(again.message?.siblings).toEqual([first.messageId, again.messageId]);
  const shown = async () => {
    const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
    return (body as { messages: { text: string }[] }).messages.map((each) => each.text);
  };
  expect(await shown()).toEqual(['one', 'c']);

  const patched = await fetch(`${server.url}/api/sessions/${sessionId}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ headId: first.messageId }),
  });
  expect(await patched.json()).toMatchObject({ headId: first.messageId });
  await other.frames.waitFor(
    (frame) => frame.type === 'snapshot' && frame.session?.headId === first.messageId,
  );
  await other.frames.waitFor(
    (frame) => frame.type === 'session.updated' && frame.session.headId === first.messageId,
  );
  expect(await shown()).toEqual(['one', 'a']);
  expect(server.provider.violations).toEqual([]);
});

test('What waits is changed, joined and told by frames', async () => {
  const gate = createGate();
  const server = await startRealServer([[reply.gate(gate), reply.text('a')], [reply.text('b')]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const messageId = randomUUID();
  await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'one' });
  await gate.reached;
  const steer = { type: 'message.send', sessionId, messageId, text: 'two', whenBusy: 'steer' } as const;
  const turnId = turnOf(await socket.ask(steer));
  await socket.frames.waitFor((frame) => frame.type === 'queue.updated' && frame.queue[0]?.steer === true);
  const edit = (text: string) => socket.ask({ type: 'message.edit', sessionId, messageId, text });
  expect(await edit('two, better')).toMatchObject({ type: 'ack', edited: true });
  expect(await socket.ask({ type: 'queue.resume', sessionId })).toMatchObject({ resumed: false });
  gate.release();
  await waitForEnd(socket, turnId);
  expect(await edit('late')).toMatchObject({ edited: false });
  const { body } = await server.get(`/api/sessions/${sessionId}/messages`);
  expect(body).toMatchObject({
    messages: [{ text: 'one' }, { text: 'a' }, { text: 'two, better' }, { text: 'b' }],
  });
});
