// What one socket that stops reading for good costs the others: 100 sessions of 50 tokens a second with a socket each, and
// in every other run one socket more that has asked for all of them and takes nothing. Prints the delays of the others
// and what the server holds for it; asserts nothing: `npm run bench -- slow-reader [--quick]`.
import type { Outcome } from './relay/clients.ts';
import { forkService, startServer } from './relay/processes.ts';
import { runJob, startClients } from './relay/run-job.ts';
import { median } from './support/median.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const sessions = 100;
const model = quick ? 'n300r50' : 'n500r50';

const upstream = await forkService('upstream', 'upstream.ts');
const server = await startServer({
  OPENAI_BASE_URL: `${upstream.url}/v1`,
  OPENAI_MODEL: model,
  TITLES: 'rule',
  LOG_LEVEL: 'info',
});
const clients = startClients();

/** What the server says that it holds for sockets, the most that was seen, bytes. */
async function heldBytes(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^slipstream_socket_held_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN);
}

async function measure(stalled: boolean): Promise<Outcome & { held: number }> {
  let held = 0;
  const watch = setInterval(async () => {
    held = Math.max(held, await heldBytes());
  }, 250);
  const outcome = await runJob(clients, { url: server.url, ours: true, sessions, model, stalled });
  clearInterval(watch);
  return { ...outcome, held };
}

try {
  await measure(false);
  const runs = {
    alone: [] as Awaited<ReturnType<typeof measure>>[],
    beside: [] as Awaited<ReturnType<typeof measure>>[],
  };
  for (let round = 0; round < rounds; round += 1) {
    runs.alone.push(await measure(false));
    runs.beside.push(await measure(true));
  }
  const of = (name: keyof typeof runs, field: 'p50' | 'p99' | 'held') =>
    median(runs[name].map((run) => run[field]));
  console.log(`${sessions} sessions, ${rounds} rounds           p50 ms   p99 ms   held KiB`);
  for (const [name, label] of [
    ['alone', 'without'],
    ['beside', 'beside one that does not read'],
  ] as const)
    console.log(
      `${label.padEnd(32)} ${of(name, 'p50').toFixed(1).padStart(6)} ${of(name, 'p99').toFixed(1).padStart(8)} ${(of(name, 'held') / 1024).toFixed(0).padStart(10)}`,
    );
  console.log(
    `p99 beside it: ${(of('beside', 'p99') / of('alone', 'p99')).toFixed(2)} of the p99 without (aim: 1.2)`,
  );
} finally {
  clients.disconnect();
  await server.stop();
  await upstream.stop();
}
process.exit();
