// A process of its own that streams completions at a rate: the model's name says how many tokens and how many a second
// (`n300r50`). Each token is the time at which it was written, so that whoever receives it knows how long it took. One
// timer for all streams; how late it was itself is told, since a late generator makes a run worthless.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Stream = { response: ServerResponse; sent: number; count: number; startAt: number; gapMs: number };

const tickMs = 2;
const streams = new Set<Stream>();
let lateness: number[] = [];

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-A1b2C3d4E5f6',
    object: 'chat.completion.chunk',
    created: 1_767_225_600,
    model: 'm-2026-01-01',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })}\n\n`;
const usage = { prompt_tokens: 1000, completion_tokens: 300, total_tokens: 1300 };
const end = `${chunk({}, 'stop')}data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;

function tick(): void {
  for (const stream of streams) {
    const now = performance.now();
    for (
      let due = stream.startAt + stream.sent * stream.gapMs;
      due <= now && stream.sent < stream.count;
      due += stream.gapMs
    ) {
      lateness.push(now - due);
      stream.sent += 1;
      stream.response.write(chunk({ content: ` ${process.hrtime.bigint().toString(36)}` }));
    }
    if (stream.sent < stream.count) continue;
    streams.delete(stream);
    stream.response.end(end);
  }
}

setInterval(tick, tickMs);

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    if (request.method === 'GET') {
      const sorted = lateness.toSorted((a, b) => a - b);
      lateness = [];
      response.end(JSON.stringify({ p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }));
      return;
    }
    const [, count, rate] = /n(\d+)r(\d+)/.exec(String(JSON.parse(body).model)) ?? [];
    const gapMs = 1000 / Number(rate);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const stream = {
      response,
      sent: 0,
      count: Number(count),
      gapMs,
      startAt: performance.now() + Math.random() * gapMs,
    };
    streams.add(stream);
    response.on('close', () => streams.delete(stream));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
