// A loopback server that answers with exactly the bytes, cuts, resets and stalls it is told, and tells when a client's
// connection is gone. It speaks raw HTTP on sockets, so that nothing is tidied up on the way.

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  /** Each piece is a TCP write and an HTTP chunk of its own. */
  pieces?: readonly (string | Uint8Array)[];
  /** `close` ends the body and keeps the connection; `reset` cuts it; `stall` leaves it open and silent. */
  end?: 'close' | 'reset' | 'stall';
  /** Instead of all that: the connection is cut before any answer, or nothing is ever answered. */
  head?: 'reset' | 'silence';
};

export type SeenRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  json: Record<string, unknown>;
  /** Number of the connection that brought it, from 1. */
  connection: number;
  /** Resolves when the reply was written as far as it goes. */
  replied: Promise<void>;
  /** Resolves when the connection is gone. */
  closed: Promise<void>;
  /** Bytes of the reply that the system took so far. */
  sent(): number;
};

export type ReplayServer = {
  origin: string;
  requests: readonly SeenRequest[];
  /** Resolves with the n-th request, from 1, once it was read. */
  request(number: number): Promise<SeenRequest>;
  /** Connections that are open now. */
  open(): number;
  close(): Promise<void>;
};

export async function createReplayServer(
  respond: (request: SeenRequest, number: number) => Reply,
): Promise<ReplayServer> {
  const sockets = new Set<Socket>();
  const requests: SeenRequest[] = [];
  const waiting: { number: number; resolve(request: SeenRequest): void }[] = [];
  let connections = 0;

  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        sockets.delete(socket);
        resolve();
      });
    });
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    let received = Buffer.alloc(0);
    const sent = () => socket.bytesWritten - socket.writableLength;
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes]);
      for (let parsed = parseRequest(received); parsed; parsed = parseRequest(received)) {
        received = received.subarray(parsed.length);
        const { promise: replied, resolve } = Promise.withResolvers<void>();
        const request: SeenRequest = { ...parsed.request, connection, replied, closed, sent };
        const number = requests.push(request);
        write(socket, respond(request, number)).then(resolve);
        for (const waiter of waiting) if (waiter.number === number) waiter.resolve(request);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    request(number) {
      const seen = requests[number - 1];
      return seen ? Promise.resolve(seen) : new Promise((resolve) => waiting.push({ number, resolve }));
    },
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type ParsedRequest = Omit<SeenRequest, 'connection' | 'replied' | 'closed' | 'sent'>;

function parseRequest(bytes: Buffer): { request: ParsedRequest; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  const length = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return undefined;
  const [method = '', path = ''] = first.split(' ');
  const body = bytes.subarray(headEnd + 4, length).toString('utf8');
  const json: Record<string, unknown> = body === '' ? {} : JSON.parse(body);
  return { request: { method, path, headers, body, json }, length };
}

async function write(socket: Socket, reply: Reply): Promise<void> {
  const { status = 200, headers = {}, pieces = [], end = 'close' } = reply;
  if (reply.head === 'reset') socket.resetAndDestroy();
  if (reply.head) return;
  const fields = Object.entries({ ...headers, 'transfer-encoding': 'chunked' });
  await send(socket, `HTTP/1.1 ${status} X\r\n${fields.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`);
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    if (bytes.length === 0) continue;
    const framed = [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];
    await send(socket, Buffer.concat(framed));
  }
  if (end === 'close') await send(socket, '0\r\n\r\n');
  if (end === 'reset') await destroyAfterFlush(socket);
}

/** Resolves a turn of the event loop after the system took the bytes, so that the next write is a packet of its own. */
function send(socket: Socket, bytes: string | Buffer): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => socket.write(bytes, () => setImmediate(resolve)));
}

/** A reset throws away what the client has not read yet, so the client gets the chance to read first. */
async function destroyAfterFlush(socket: Socket): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  socket.resetAndDestroy();
}
