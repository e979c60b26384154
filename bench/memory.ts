// What the server holds: empty and with a thousand idle sockets (resident memory), and after an hour's worth of turns
// squeezed into minutes, when they are over (what is alive in the heap: the runtime gives memory back late or never).
// Prints and asserts nothing: `npm run bench -- memory [--quick]`.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { forkService, residentBytes, startServer } from './relay/processes.ts';
import { runJob, startClients } from './relay/run-job.ts';

const quick = process.argv.includes('--quick');
const count = 1000;
/** Rounds of turns; 20 sessions at a time, each with an answer of 100 tokens as fast as they come. */
const turnRounds = quick ? 20 : 100;
const atOnce = 20;
const model = 'n100r1000';
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** The least that it is within two seconds: what is only waiting to be collected is not held. */
async function settled(pid: number): Promise<number> {
  let least = residentBytes(pid);
  for (let n = 0; n < 20; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    least = Math.min(least, residentBytes(pid));
  }
  return least;
}

const server = await startServer({});
await fetch(`${server.url}/healthz`);
const empty = await settled(server.pid);
console.log(`Empty: ${megabytes(empty)} MB`);
const sockets: WebSocket[] = [];
for (let n = 0; n < count; n += 1) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('message', resolve).once('error', reject));
  sockets.push(socket);
}
const full = await settled(server.pid);
console.log(
  `With ${count} idle sockets: ${megabytes(full)} MB, ${((full - empty) / count / 1000).toFixed(1)} kB each`,
);
for (const socket of sockets) socket.terminate();
await server.stop();

type Snapshot = { snapshot: { meta: { node_fields: string[] } }; nodes: number[] };

/** What is alive in the heap of the process, bytes: a heap snapshot collects the rest first. */
async function aliveBytes(pid: number): Promise<number> {
  const known = new Set(readdirSync(folder));
  process.kill(pid, 'SIGUSR2');
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const file = readdirSync(folder).find((name) => !known.has(name));
    if (file === undefined) continue;
    try {
      const { snapshot, nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Snapshot;
      const fields = snapshot.meta.node_fields;
      const size = fields.indexOf('self_size');
      let sum = 0;
      for (let at = size; at < nodes.length; at += fields.length) sum += nodes[at] ?? 0;
      return sum;
    } catch {
      // It is still being written.
    }
  }
}

/** Idle sessions are forgotten after a minute. */
const forgotten = () => new Promise((resolve) => setTimeout(resolve, 65_000));

const folder = mkdtempSync(join(tmpdir(), 'slipstream-bench-'));
const upstream = await forkService('upstream', 'upstream.ts');
const busy = await startServer({
  OPENAI_BASE_URL: `${upstream.url}/v1`,
  OPENAI_MODEL: model,
  TITLES: 'rule',
  NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
});
const clients = startClients();
const round = () => runJob(clients, { url: busy.url, ours: true, sessions: atOnce, model });
// Everything compiled, every pool filled.
for (let n = 0; n < 5; n += 1) await round();
await forgotten();
const before = await aliveBytes(busy.pid);
for (let n = 0; n < turnRounds; n += 1) await round();
const most = residentBytes(busy.pid);
await forgotten();
const after = await aliveBytes(busy.pid);
console.log(
  `Alive in the heap: ${megabytes(before)} MB after ${5 * atOnce} turns, ${megabytes(after)} MB after ${turnRounds * atOnce} more ` +
    `(${(after / before).toFixed(2)}); resident meanwhile: ${megabytes(most)} MB`,
);
clients.disconnect();
await busy.stop();
await upstream.stop();
rmSync(folder, { recursive: true });
process.exit();
