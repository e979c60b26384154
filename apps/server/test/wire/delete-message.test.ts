// A message removed through the whole server: told to every reader, gone from prompts, and refused while a turn runs.
import { randomUUID } from 'node:crypto';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

test('A message goes with what follows, for every reader and for the model', async () => {
  const gate = createGate();
  const server = await startRealServer([
    [reply.text('a')],
    [reply.text('the secret answer')],
    [reply.text('c')],
    [reply.gate(gate), reply.text('d')],
  ]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const send = async (text: string, messageId = randomUUID()) => {
    const ack = await socket.ask({ type: 'message.send', sessionId, messageId, text });
    if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
    return { messageId, turnId: ack.turnId };
  };
  await waitForEnd(socket, (await send('one')).turnId);
  const secret = await send('the secret question');
  await waitForEnd(socket, secret.turnId);
  const remove = (id: string) =>
    fetch(`${server.url}/api/sessions/${sessionId}/messages/${id}`, { method: 'DELETE' });
  const removed = await remove(secret.messageId);
  expect(removed.status).toBe(200);
  expect(await removed.json()).toMatchObject({ id: sessionId, messageCount: 2 });
  await socket.frames.waitFor((frame) => frame.type === 'snapshot' && frame.messages.length === 2);
  expect((await remove(secret.messageId)).status).toBe(404);
  expect((await remove('no-id')).status).toBe(404);
  const traced = await server.get(`/api/sessions/${sessionId}/turns/${secret.turnId}/trajectory`);
  expect(traced.status).toBe(404);
  expect((await server.get('/api/search?q=secret')).body).toEqual({ hits: [] });

  await waitForEnd(socket, (await send('three')).turnId);
  expect(JSON.stringify(server.provider.requests.at(-1)?.body)).not.toContain('secret');

  const last = await send('four');
  await gate.reached;
  expect((await remove(last.messageId)).status).toBe(409);
  gate.release();
  await waitForEnd(socket, last.turnId);
  expect(server.provider.violations).toEqual([]);
});

test('An answer is given again by a model that is named for it alone', async () => {
  const server = await startRealServer([[reply.text('a')], [reply.text('b')]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'one' });
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  const first = await waitForEnd(socket, sent.turnId);
  const again = (model: string) =>
    socket.ask({
      type: 'turn.regenerate',
      sessionId,
      messageId: first.messageId,
      turnId: randomUUID(),
      model,
    });
  const ack = await again('another');
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  const second = await waitForEnd(socket, ack.turnId);
  expect(second.message?.model).toBe('another');
  expect(server.provider.requests.at(-1)?.body.model).toBe('another');
  const session = (await server.get(`/api/sessions/${sessionId}`)).body as { model: string };
  expect(session.model).not.toBe('another');
});
