// Servers over HTTP that mean harm, played by hand: what they get, and that what they send cannot fill the memory.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { areReady, createMcpBench } from './test/mcp-bench.ts';

type Play = (response: ServerResponse, id: number) => void;

const mebibyte = 1024 * 1024;
const answer = (id: number, text: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });

/** A server of the 2025 protocol; `play` answers each call of its one tool. */
async function startServer(play: Play) {
  const seen: { method: string | undefined; key: string | string[] | undefined }[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method, key: request.headers['x-key'] });
    void handle(request, response, play);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return { url: `http://127.0.0.1:${address.port}/mcp`, seen };
}

async function handle(request: IncomingMessage, response: ServerResponse, play: Play): Promise<void> {
  if (request.method === 'DELETE') return void response.writeHead(200).end();
  if (request.method !== 'POST') return void response.writeHead(405).end();
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { id, method } = JSON.parse(body);
  const give = (result: unknown) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'one' })
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...(result as object) }));
  if (id === undefined) return void response.writeHead(202).end();
  if (method === 'initialize')
    return void give({
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'h', version: '1' },
      },
    });
  if (method === 'tools/list')
    return void give({ result: { tools: [{ name: 'get', inputSchema: { type: 'object' } }] } });
  if (method === 'tools/call') return play(response, id);
  give({ error: { code: -32601, message: 'Method not found' } });
}

function flood(response: ServerResponse, piece: string): void {
  response.on('drain', () => void response.write(piece));
  while (response.write(piece));
}

test.each(['application/json', 'text/event-stream'])(
  'An endless answer of type %s breaks off',
  async (type) => {
    const { url } = await startServer((response) => {
      response.writeHead(200, { 'content-type': type });
      response.write(type === 'text/event-stream' ? 'data: {"' : '{"');
      flood(response, 'x'.repeat(mebibyte));
    });
    const bench = await createMcpBench([{ name: 'web', kind: 'http', url, headers: {}, timeoutMs: 20_000 }]);
    await bench.until(areReady);
    const result = await bench.call('web__get', {}, { signal: AbortSignal.timeout(15_000) });
    expect(result).toMatchObject({ isError: true, output: expect.stringContaining('too large') });
  },
);

test('Many small events are no large answer', async () => {
  const { url } = await startServer((response, id) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let n = 0; n < 20; n += 1) response.write(`: ${'x'.repeat(mebibyte)}\n\n`);
    response.end(`data: ${answer(id, 'here')}\n\n`);
  });
  const bench = await createMcpBench([{ name: 'web', kind: 'http', url, headers: {} }]);
  await bench.until(areReady);
  expect(await bench.call('web__get')).toEqual({ output: 'here' });
});

test('Each request carries the headers of the owner, and the session is ended with us', async () => {
  const { url, seen } = await startServer((response, id) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer(id, 'here'));
  });
  const bench = await createMcpBench([{ name: 'web', kind: 'http', url, headers: { 'x-key': 'mine' } }]);
  await bench.until(areReady);
  expect(await bench.call('web__get')).toEqual({ output: 'here' });
  await bench.servers.close();
  expect(seen.at(-1)?.method).toBe('DELETE');
  expect(seen.filter(({ key }) => key !== 'mine')).toEqual([]);
});
