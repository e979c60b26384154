// How long the server takes from its start to its first answer, and to the first token of the demo model: medians of
// processes that are started anew. Prints; asserts nothing: `npm run bench -- start`.
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { cpuSeconds, startByNpm, startServer } from './relay/processes.ts';
import { median } from './support/median.ts';

const times = process.argv.includes('--quick') ? 5 : 11;

/** Resolves with the first piece of text that the demo model says. */
async function firstToken(url: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`);
  const sessionId = randomUUID();
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { type, events = [] } = JSON.parse(String(data)) as { type: string; events?: { type: string }[] };
      if (type === 'ready') socket.send(JSON.stringify({ type: 'subscribe', sessionId }));
      if (type === 'snapshot')
        socket.send(
          JSON.stringify({
            type: 'message.send',
            sessionId,
            messageId: randomUUID(),
            text: 'hello',
            model: 'demo',
          }),
        );
      if (events.some((event) => event.type === 'text.delta' || event.type === 'reasoning.delta')) resolve();
    });
  });
  socket.terminate();
}

const seen = {
  'first answer': [] as number[],
  'first answer, processor time': [] as number[],
  'first token of the demo model': [] as number[],
  'first answer, with all of `npm run serve`': [] as number[],
};
for (let n = 0; n < times; n += 1) {
  const startedAt = performance.now();
  const server = await startServer({});
  await fetch(`${server.url}/healthz`);
  seen['first answer'].push(performance.now() - startedAt);
  seen['first answer, processor time'].push(cpuSeconds(server.pid) * 1000);
  await firstToken(server.url);
  seen['first token of the demo model'].push(performance.now() - startedAt);
  await server.stop();
  const typedAt = performance.now();
  const whole = await startByNpm();
  await fetch(`${whole.url}/healthz`);
  seen['first answer, with all of `npm run serve`'].push(performance.now() - typedAt);
  await whole.stop();
}
for (const [what, values] of Object.entries(seen))
  console.log(
    `From the start to the ${what}: ${median(values).toFixed(0)} ms (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}, ${times} starts)`,
  );
process.exit();
