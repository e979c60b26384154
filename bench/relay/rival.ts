// What the plain relays share: a socket that is told a model's name gets its text, joined every 25 ms by one timer for
// all sockets. They store nothing, resume nothing and trace nothing.
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Streams one answer and gives its text piece by piece. */
export type Streamer = (model: string, onText: (text: string) => void) => Promise<void>;

const joinMs = 25;

export function serveRival(stream: Streamer): void {
  const pending = new Map<WebSocket, string>();
  const flush = () => {
    for (const [socket, text] of pending) socket.send(JSON.stringify({ text }));
    pending.clear();
  };
  setInterval(flush, joinMs);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', async (data) => {
      const { model } = JSON.parse(String(data));
      await stream(model, (text) => pending.set(socket, (pending.get(socket) ?? '') + text));
      const text = pending.get(socket) ?? '';
      pending.delete(socket);
      socket.send(JSON.stringify({ text, end: true }));
    });
  });
  server.on('listening', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

export const upstreamUrl = `${process.env['UPSTREAM']}/v1`;
export const messages = [{ role: 'user' as const, content: 'Go.' }];
