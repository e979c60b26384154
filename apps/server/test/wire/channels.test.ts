// A bot and a script: the same loop behind one address for each conversation.
import { randomUUID } from 'node:crypto';
import { createGate, reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { startRealServer } from '../support/real-server.ts';

type Answer = { sessionId: string; turnId: string; status: string; message: { text: string } };

async function setUp(...script: Parameters<typeof startRealServer>[0] & unknown[]) {
  const server = await startRealServer(script as never);
  const post = (place: string, body: object, accept?: string) =>
    fetch(`${server.url}/api/channels/${place}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(accept ? { accept } : {}) },
      body: JSON.stringify(body),
    });
  const say = async (place: string, body: object) => {
    const response = await post(place, body);
    return { status: response.status, body: (await response.json()) as Answer & { code?: string } };
  };
  return { server, post, say };
}

test('The same pair is the same session; the answer is the final message', async () => {
  const { server, say } = await setUp([reply.text('Hello.')], [reply.text('Again.')], [reply.text('Other.')]);
  const first = await say('telegram/4711', { text: 'hi' });
  expect(first).toMatchObject({
    status: 200,
    body: { status: 'completed', message: { role: 'assistant', text: 'Hello.' } },
  });
  const second = await say('telegram/4711', { text: 'more' });
  const other = await say('telegram/4712', { text: 'hi' });
  expect(second.body.sessionId).toBe(first.body.sessionId);
  expect(other.body.sessionId).not.toBe(first.body.sessionId);
  const { body } = await server.get(`/api/sessions/${first.body.sessionId}`);
  expect(body).toMatchObject({ channel: 'telegram', chatId: '4711', messageCount: 4 });
  const trace = await server.get(
    `/api/sessions/${first.body.sessionId}/turns/${first.body.turnId}/trajectory`,
  );
  expect(trace.body).toMatchObject({ turn: { channel: 'telegram', chatId: '4711' } });
});

test('The same message id is one message, also after its answer', async () => {
  const { server, say } = await setUp([reply.text('Once.')], [reply.text('Twice?')]);
  const messageId = randomUUID();
  const all = await Promise.all([1, 2, 3].map(() => say('bot/1', { text: 'hi', messageId })));
  const later = await say('bot/1', { text: 'hi', messageId });
  for (const { body } of [...all, later]) expect(body).toMatchObject({ message: { text: 'Once.' } });
  expect(server.provider.requests).toHaveLength(1);
  expect(await say('bot/1', { text: 'other', messageId })).toMatchObject({ status: 409 });
});

test('By Accept the events come while they happen, as SSE and as lines', async () => {
  const gate = createGate();
  const { post } = await setUp(
    [reply.text('To the '), reply.gate(gate), reply.text('end.')],
    [reply.text('Lines.')],
  );
  const sse = await post('bot/1', { text: 'hi' }, 'text/event-stream');
  expect(sse.headers.get('content-type')).toBe('text/event-stream');
  const reader = sse.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('To the ')) text += (await reader?.read())?.value ?? '';
  expect(text).not.toContain('turn.finished');
  gate.release();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
  const events = text.trim().split('\n\n');
  expect(events[0]).toMatch(/^id: \d+\nevent: turn\.started\ndata: \{.*\}$/);
  expect(events.at(-1)).toContain('event: turn.finished\n');

  const lines = await post('bot/1', { text: 'more' }, 'application/x-ndjson');
  const all = (await lines.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; seq: number });
  expect(all[0]?.type).toBe('turn.started');
  expect(all.at(-1)).toMatchObject({ type: 'turn.finished', text: 'Lines.' });
  expect(all.map((event) => event.seq)).toEqual(all.map((_, index) => (all[0]?.seq ?? 0) + index));
});

test('Who goes away stops nothing', async () => {
  const gate = createGate();
  const { server, post, say } = await setUp([reply.text('a'), reply.gate(gate)], [reply.text('b')]);
  const away = new AbortController();
  const gone = fetch(`${server.url}/api/channels/bot/1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ text: 'hi' }),
    signal: away.signal,
  });
  await gate.reached;
  await gone;
  away.abort();
  gate.release();
  expect(await say('bot/1', { text: 'still?' })).toMatchObject({ body: { message: { text: 'b' } } });
  expect((await post('web/1', { text: 'x' })).status).toBe(400);
  expect((await post('Bad%20name/1', { text: 'x' })).status).toBe(400);
  expect((await post('bot/1', { text: '' })).status).toBe(400);
});
