// What reading a provider's stream costs, as CPU per chunk over the least that it can cost (undici, eventsource-parser,
// JSON.parse), with the openai SDK's own stream beside it: `node bench/model-client.ts`. Interleaved, medians; prints
// and asserts nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createOpenAiModel } from '../packages/models/src/index.ts';
import {
  closeRivals,
  readFloor,
  readSdk,
  type StreamClient,
} from '../packages/models/src/testing/rival-clients.ts';
import { median } from './support/median.ts';

const info = {
  id: 'm',
  label: 'm',
  provider: 'bench',
  contextWindow: 128_000,
  vision: false,
  reasoning: false,
  demo: false,
};
const messages = [{ role: 'user' as const, text: 'Go.' }];

const models = new Map<string, ReturnType<typeof createOpenAiModel>>();

/** A model is made once and used for all of its requests, as in the server. */
const readOurs: StreamClient = async (baseUrl) => {
  const model = models.get(baseUrl) ?? createOpenAiModel({ info, baseUrl, idleTimeoutMs: 60_000 });
  models.set(baseUrl, model);
  let length = 0;
  const request = { system: '', messages, tools: [], maxOutputTokens: 1000 };
  for await (const batch of model.stream(request, new AbortController().signal))
    for (const part of batch) {
      if (part.type === 'text') length += part.text.length;
      if (part.type === 'end' && part.answer.failure) throw new Error(part.answer.failure.message);
    }
  return length;
};

const clients: Record<string, StreamClient> = { floor: readFloor, ours: readOurs, 'openai SDK': readSdk };

/** Microseconds of CPU for each chunk, of this process alone. */
async function cost(read: StreamClient, url: string, streams: number, chunks: number): Promise<number> {
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: streams }, () => read(url)));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (streams * chunks);
}

async function compare(name: string, url: string, streams: number, chunks: number, rounds: number) {
  const lengths = await Promise.all(Object.values(clients).map((read) => read(url)));
  if (new Set(lengths).size > 1) throw new Error(`The clients read different texts: ${lengths.join(', ')}.`);
  const costs = new Map<string, number[]>(Object.keys(clients).map((key) => [key, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [key, read] of Object.entries(clients))
      costs.get(key)?.push(await cost(read, url, streams, chunks));
  const floor = median(costs.get('floor') ?? []);
  console.log(name);
  for (const [key, values] of costs)
    console.log(
      `  ${key.padEnd(12)}${median(values).toFixed(2).padStart(7)} µs a chunk   ${(median(values) / floor).toFixed(2)} of the floor   (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)} µs)`,
    );
}

const server = fork(new URL('model-server.ts', import.meta.url), { stdio: 'inherit' });
const [port] = (await once(server, 'message')) as [number];
const origin = `http://127.0.0.1:${port}`;
try {
  for (const read of Object.values(clients)) await read(`${origin}/fast/20000`);
  await compare('One stream at full speed, 20,000 chunks', `${origin}/fast/20000`, 1, 20_000, 15);
  await compare('The same, no two lines alike', `${origin}/padded/20000`, 1, 20_000, 15);
  await compare('100 streams of 50 chunks a second, 4 s', `${origin}/paced/200/50`, 100, 200, 5);
} finally {
  server.disconnect();
  await closeRivals();
}
process.exit();
