// HTTP requests with any header, also those that `fetch` keeps to itself: Host, Origin, Upgrade.
import { request } from 'node:http';
import { connect } from 'node:net';

export type RawResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

export type RawRequest = { method?: string; headers?: Record<string, string>; body?: string };

/** The status is 101 where the server takes an upgrade; the connection is then cut. */
export function rawRequest(url: string, { method = 'GET', headers = {}, body }: RawRequest = {}) {
  return new Promise<RawResponse>((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Asks for a WebSocket and gives the status. After a refusal it waits until the server has closed the connection; a
 * taken upgrade is cut.
 */
export function rawUpgrade(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return rawBytes(port, `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
}

export function rawBytes(port: number, bytes: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(bytes));
    const status = () => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      text += chunk;
      if (status() === 101) socket.destroy();
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve({ status: status(), text }));
    socket.on('error', reject);
  });
}
