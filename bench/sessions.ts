// Whether what a session costs grows with what is stored: opening one of 10,000 messages beside one of 100, through the real
// server's WebSocket (processor time of the server, time until the snapshot, bytes), scrolling back a page of each, and
// starting and holding a server with 10,000 stored sessions. Prints ratios; asserts nothing: `npm run bench -- sessions`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { createSqliteStore } from '../packages/store/src/index.ts';
import { cpuSeconds, residentBytes, startServer } from './relay/processes.ts';

const now = '2026-01-01T00:00:00.000Z';
const usage = { inputTokens: 1000, outputTokens: 100, reasoningTokens: 0, cachedTokens: 500 };
const trace = { steps: 1, tools: 0, agents: 0, durationMs: 1 };
const text = 'The quick brown fox jumps over the lazy dog. '.repeat(22);
const rounds = 300;
let nextNumber = 0;
const nextId = () => `00000000-0000-7000-8000-${String(nextNumber++).padStart(12, '0')}`;
const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const ratio = (of: number, against: number) => `${(of / against).toFixed(2)} x`;

type Store = Awaited<ReturnType<typeof createSqliteStore>>;
const session = (id: string) => ({
  id,
  title: 'Bench',
  model: 'demo',
  mode: 'default' as const,
  workspace: '/w',
  now,
});

async function addTurn(store: Store, sessionId: string): Promise<void> {
  const turnId = nextId();
  const message = {
    messageId: nextId(),
    turnId,
    text,
    model: undefined,
    mode: undefined,
    channel: 'web',
    now,
  };
  await store.turns.acceptMessage({ session: session(sessionId), ...message });
  await store.turns.beginTurn(turnId, now);
  const end = { status: 'completed', text, error: undefined, usage, trace, steps: 1, now } as const;
  await store.turns.finishTurn({ turnId, sessionId, messageId: nextId(), ...end });
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  return socket;
}

/** Milliseconds until the snapshot is there, and its bytes. */
function open(socket: WebSocket, sessionId: string): Promise<{ ms: number; bytes: number }> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      if (!data.subarray(0, 40).includes('"snapshot"')) return;
      socket.off('message', listen);
      socket.send(JSON.stringify({ type: 'unsubscribe', sessionId }));
      resolve({ ms: performance.now() - begun, bytes: data.length });
    };
    socket.on('message', listen);
    socket.send(JSON.stringify({ type: 'subscribe', sessionId }));
  });
}

async function compareLengths(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const store = await createSqliteStore({ path: join(folder, 'slipstream.db') });
  const [small, large] = [nextId(), nextId()];
  for (let n = 0; n < 50; n += 1) await addTurn(store, small);
  for (let n = 0; n < 5000; n += 1) await addTurn(store, large);
  const middle = (await store.history.messages(large, { limit: 200 })).messages[0]?.id ?? '';
  await store.close();
  const server = await startServer({ DATA_DIR: folder });
  const socket = await connect(server.url);
  const page = (id: string, before = '') =>
    fetch(`${server.url}/api/sessions/${id}/messages?limit=50${before}`).then((answer) => answer.text());
  const figures = { small: { ms: [] as number[], bytes: 0 }, large: { ms: [] as number[], bytes: 0 } };
  const scrolled = { newest: [] as number[], older: [] as number[] };
  for (let n = 0; n < rounds; n += 1) {
    for (const [name, id] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const { ms, bytes } = await open(socket, id);
      figures[name].ms.push(ms);
      figures[name].bytes = bytes;
    }
    for (const [name, before] of [
      ['newest', ''],
      ['older', `&before=${middle}`],
    ] as const) {
      const begun = performance.now();
      await page(large, before);
      scrolled[name].push(performance.now() - begun);
    }
  }
  /** Its share of the processor alone, which a busy machine does not change. */
  const cpu = async (id: string) => {
    const before = cpuSeconds(server.pid);
    for (let n = 0; n < 1000; n += 1) await open(socket, id);
    return cpuSeconds(server.pid) - before;
  };
  const spent = { small: [] as number[], large: [] as number[] };
  for (let n = 0; n < 5; n += 1) {
    spent.small.push(await cpu(small));
    spent.large.push(await cpu(large));
  }
  const { small: of100, large: of10000 } = figures;
  const [ms100, ms10000] = [median(of100.ms), median(of10000.ms)];
  console.log(`opening over the WebSocket: 100 messages ${ms100.toFixed(2)} ms, ${of100.bytes} bytes`);
  console.log(`  10,000 messages ${ms10000.toFixed(2)} ms, ${of10000.bytes} bytes`);
  console.log(`  time ${ratio(ms10000, ms100)}, bytes ${ratio(of10000.bytes, of100.bytes)}`);
  const [cpu100, cpu10000] = [median(spent.small), median(spent.large)];
  console.log(
    `  processor time ${ratio(cpu10000, cpu100)} (${cpu100.toFixed(2)} ms, ${cpu10000.toFixed(2)} ms each)`,
  );
  const [newest, older] = [median(scrolled.newest), median(scrolled.older)];
  console.log(
    `scrolling back a page: ${newest.toFixed(2)} ms, 200 messages further ${older.toFixed(2)} ms, ${ratio(older, newest)}`,
  );
  socket.terminate();
  await server.stop();
  rmSync(folder, { recursive: true });
}

async function holdMany(count: number): Promise<{ startMs: number; bytes: number; listMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
  const store = await createSqliteStore({ path: join(folder, 'slipstream.db') });
  for (let n = 0; n < count; n += 1) await store.sessions.create(session(nextId()));
  await store.close();
  const begun = performance.now();
  const server = await startServer({ DATA_DIR: folder });
  const startMs = performance.now() - begun;
  const socket = await connect(server.url);
  const listed: number[] = [];
  for (let n = 0; n < 50; n += 1) {
    const from = performance.now();
    await fetch(`${server.url}/api/sessions`).then((answer) => answer.text());
    listed.push(performance.now() - from);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const bytes = residentBytes(server.pid);
  socket.terminate();
  await server.stop();
  rmSync(folder, { recursive: true });
  return { startMs, bytes, listMs: median(listed) };
}

await compareLengths();
const runs: { few: Awaited<ReturnType<typeof holdMany>>[]; many: Awaited<ReturnType<typeof holdMany>>[] } = {
  few: [],
  many: [],
};
for (let n = 0; n < 3; n += 1) {
  runs.few.push(await holdMany(10));
  runs.many.push(await holdMany(10_000));
}
const of = (of: keyof typeof runs, field: 'startMs' | 'bytes' | 'listMs') =>
  median(runs[of].map((run) => run[field]));
for (const [what, field, unit] of [
  ['start', 'startMs', 1],
  ['memory', 'bytes', 1e6],
  ['the list', 'listMs', 1],
] as const)
  console.log(
    `10,000 stored sessions beside 10: ${what} ${ratio(of('many', field), of('few', field))} (${(of('many', field) / unit).toFixed(1)} against ${(of('few', field) / unit).toFixed(1)} ${field === 'bytes' ? 'MB' : 'ms'})`,
  );
process.exit();
