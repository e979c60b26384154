// A process of its own that streams completions, so that its work is not counted: `/fast/N` sends N chunks as fast as
// they are taken, `/padded/N` the same with a padding in each that makes no two alike (as OpenAI's own API sends it),
// `/paced/N/RATE` sends them at a rate. Started by model-client.ts.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-A1b2C3d4E5f6',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: 'm-2026-01-01',
    system_fingerprint: 'fp_0123456789',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  })}\n\n`;
const content = (n: number) => ({ content: n % 7 === 0 ? '，然后 ' : ` token${n}` });
const text = (n: number) => chunk(content(n));
const padded = (n: number) =>
  chunk(content(n), null, { obfuscation: `p${(n * 7919) % 9973}`.padEnd(n % 13, 'x') });
const end = `${chunk({}, 'stop')}data: [DONE]\n\n`;

/** As many chunks in one write as a fast provider has ready at once. */
const together = 16;

async function sendFast(response: ServerResponse, count: number, text: (n: number) => string): Promise<void> {
  for (let n = 0; n < count; n += together) {
    const block = Array.from({ length: Math.min(together, count - n) }, (_, k) => text(n + k)).join('');
    if (!response.write(block)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end(end);
}

function sendPaced(response: ServerResponse, count: number, rate: number): void {
  let n = 0;
  const timer = setInterval(() => {
    if (n < count) response.write(text(n++));
    else {
      clearInterval(timer);
      response.end(end);
    }
  }, 1000 / rate);
  response.on('close', () => clearInterval(timer));
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const [, kind, count, rate] = (request.url ?? '').split('/');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (kind === 'fast') void sendFast(response, Number(count), text);
    else if (kind === 'padded') void sendFast(response, Number(count), padded);
    else sendPaced(response, Number(count), Number(rate));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
