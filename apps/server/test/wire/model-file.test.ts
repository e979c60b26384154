// Several providers in one file, through the whole server.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply } from '@slipstream/testkit';
import { expect, test } from 'vitest';
import { waitForEnd } from '../support/reading.ts';
import { atEnd, makeFolder, makeProvider, startRealServer } from '../support/real-server.ts';

const secret = 'canary-key-of-the-other-provider';

test('Each model is asked at its own provider, with its key, headers and limits', async () => {
  const other = await makeProvider(['From the other.']);
  const folder = makeFolder();
  const file = join(folder, 'models.yaml');
  writeFileSync(
    file,
    `providers:
  - { name: one, baseUrl: http://127.0.0.1:9/v1 }
  - { name: two, baseUrl: ${other.baseUrl}, keyEnv: TWO_KEY, headers: { X-Title: here } }
models:
  - { id: m, provider: one }
  - { id: m, provider: two, temperature: 0.5, maxOutputTokens: 77, contextWindow: 9000 }
default: two/m
`,
  );
  const server = await startRealServer([], { CONFIG_FILE: file, TWO_KEY: secret });
  const { body } = await server.get('/api/models');
  expect(body).toMatchObject({
    default: 'two/m',
    models: [{ id: 'one/m', provider: 'one' }, { id: 'two/m', contextWindow: 9000 }, { id: 'demo' }],
  });
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  expect(await waitForEnd(socket, ack.turnId)).toMatchObject({
    status: 'completed',
    text: 'From the other.',
  });
  const [request] = other.requests;
  expect(request?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-title': 'here' });
  expect(request?.body).toMatchObject({ model: 'm', temperature: 0.5, max_tokens: 77 });
  expect(server.provider.requests).toEqual([]);
  expect(JSON.stringify([server.logs, socket.frames.items])).not.toContain(secret);
});

test('The agent reads neither the file nor a key, also where the file lies in its workspace', async () => {
  const folder = makeFolder();
  const file = join(folder, 'slipstream.yaml');
  const provider = await makeProvider([
    [
      reply.toolCall('read_file', { path: 'slipstream.yaml' }),
      reply.toolCall('grep', { pattern: 'providers|baseUrl' }),
      reply.toolCall('list_directory', { path: '.' }),
    ],
    [reply.text('Nothing there.')],
  ]);
  const text = `providers: [{ name: p, baseUrl: ${provider.baseUrl}, keyEnv: P_KEY }]\nmodels: [{ id: m, provider: p }]\n`;
  writeFileSync(file, text);
  const server = await startRealServer([], { CONFIG_FILE: file, WORKSPACE_DIR: folder, P_KEY: secret });
  atEnd(() => server.stop());
  const socket = await server.connect();
  const sessionId = randomUUID();
  await socket.ask({ type: 'subscribe', sessionId });
  const ack = await socket.ask({ type: 'message.send', sessionId, messageId: randomUUID(), text: 'go' });
  if (ack.type !== 'ack' || !ack.turnId) throw new Error('No ack.');
  expect(await waitForEnd(socket, ack.turnId)).toMatchObject({ status: 'completed', text: 'Nothing there.' });
  const told = JSON.stringify(provider.requests[1]?.body);
  expect(told).toContain('tool_call_id');
  expect(told).not.toMatch(/keyEnv|P_KEY/);
  expect(told).not.toContain(provider.baseUrl);
  expect(JSON.stringify([server.logs, told, socket.frames.items])).not.toContain(secret);
});
