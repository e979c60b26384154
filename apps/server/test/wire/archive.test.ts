// Export and import over HTTP.
import { randomUUID } from 'node:crypto';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { startRealServer } from '../support/real-server.ts';

test('A chat is downloaded in three forms and taken in from the JSON one', async () => {
  const server = await startRealServer([[reply.text('A long answer. '.repeat(200_000))]]);
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const sent = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (sent.type !== 'ack' || !sent.turnId) throw new Error('No ack.');
  await waitForEnd(socket, sent.turnId);
  const download = (format: string) =>
    fetch(`${server.url}/api/sessions/${sessionId}/export?format=${format}`);
  for (const [format, ending] of [
    ['markdown', 'md'],
    ['json', 'json'],
    ['jsonl', 'jsonl'],
  ] as const) {
    const response = await download(format);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="chat-${sessionId}.${ending}"`,
    );
    expect(await response.text()).toContain('A long answer.');
  }
  expect((await download('pdf')).status).toBe(400);

  const take = async (body: string) => {
    const response = await fetch(`${server.url}/api/sessions/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: response.status, body: (await response.json()) as { id?: string; code?: string } };
  };
  // Larger than any other body may be.
  const archive = await (await download('json')).text();
  expect(archive.length).toBeGreaterThan(2 * 1024 * 1024);
  const taken = await take(archive);
  expect(taken).toMatchObject({ status: 201, body: { title: 'go', messageCount: 2 } });
  const copy = await server.get(`/api/sessions/${taken.body.id}/messages`);
  expect(copy.body).toMatchObject({ messages: [{ text: 'go' }, { role: 'assistant' }] });
  for (const body of ['{}', '[]', '{"format":"slipstream-session","version":2}'])
    expect(await take(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});
