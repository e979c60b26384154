import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createTextEncoder } from './encode-frame.ts';

test('Texts of every length arrive as they were sent, each as one message', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  onTestFinished(() => {
    for (const each of server.clients) each.terminate();
    server.close();
  });
  await once(server, 'listening');
  const texts = [0, 1, 125, 126, 65_535, 65_536, 1_000_000].flatMap((length) => [
    'a'.repeat(length),
    `${'文'.repeat(length / 3)}${'.'.repeat(length % 3)}`,
  ]);
  const encode = createTextEncoder();
  server.on('connection', (_, { socket }: { socket: Socket }) => {
    for (const text of texts) socket.write(encode(text));
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const got: string[] = [];
  await new Promise<void>((resolve, reject) => {
    client.on('error', reject);
    client.on('message', (data, isBinary) => {
      got.push(isBinary ? 'binary' : String(data));
      if (got.length === texts.length) resolve();
    });
  });
  expect(got).toEqual(texts);
});
