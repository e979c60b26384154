// What it costs to bring tokens from a provider to a page: the real server, with store, resume and traces on, beside
// relays that do nothing but that. Upstream, each server and the clients are processes of their own. Interleaved rounds,
// medians; prints and asserts nothing: `npm run bench -- relay [--quick]`.
import type { ChildProcess } from 'node:child_process';
import type { Outcome } from './relay/clients.ts';
import { cpuSeconds, forkService, residentBytes, type Service, startServer } from './relay/processes.ts';
import { latenessOf, runJob, startClients } from './relay/run-job.ts';
import { median } from './support/median.ts';

const quick = process.argv.includes('--quick');
const sizes = quick ? [100] : [1, 100, 400];
const rounds = quick ? 3 : 5;
const model = quick ? 'n200r50' : 'n500r50';
/** A server that has just started pays for compiling; these runs count for nothing. */
const warmUps = { runs: quick ? 2 : 3, sessions: 100, model: 'n150r50' };
const tokensOf = (name: string) => Number(/n(\d+)/.exec(name)?.[1]);
/** The delays of a run whose generator was later than this say nothing; what it cost does. */
const maxLatenessMs = 15;

type Run = Outcome & { cpuUs: number; memory: number };

async function measure(
  service: Service,
  clients: ChildProcess,
  { sessions, model }: { sessions: number; model: string },
): Promise<Run> {
  const rssBefore = residentBytes(service.pid);
  let rssMost = rssBefore;
  const watch = setInterval(() => {
    rssMost = Math.max(rssMost, residentBytes(service.pid));
  }, 100);
  const before = cpuSeconds(service.pid);
  try {
    const outcome = await runJob(clients, {
      url: service.url,
      ours: service.name === 'slipstream',
      sessions,
      model,
    });
    const expected = sessions * tokensOf(model);
    if (outcome.tokens !== expected)
      throw new Error(`${service.name} brought ${outcome.tokens} of ${expected} tokens.`);
    const cpuUs = ((cpuSeconds(service.pid) - before) * 1e6) / outcome.tokens;
    return { ...outcome, cpuUs, memory: (rssMost - rssBefore) / sessions };
  } finally {
    clearInterval(watch);
  }
}

function report(
  sessions: number,
  runs: ReadonlyMap<string, readonly Run[]>,
  late: number,
  tried: number,
): void {
  const of = (name: string, field: keyof Run) => median((runs.get(name) ?? []).map((run) => run[field]));
  console.log(`\n${sessions} session${sessions === 1 ? '' : 's'} of 50 tokens a second, ${rounds} rounds`);
  console.log(
    '               CPU µs/token  of floor   spread        p50 ms  p99 ms  first ms  kB/session  bytes/token',
  );
  for (const [name, list] of runs) {
    const cpus = list.map(({ cpuUs }) => cpuUs);
    const spread = `${Math.min(...cpus).toFixed(0)}–${Math.max(...cpus).toFixed(0)}`;
    console.log(
      [
        name.padEnd(14),
        of(name, 'cpuUs').toFixed(1).padStart(13),
        (of(name, 'cpuUs') / of('floor', 'cpuUs')).toFixed(2).padStart(9),
        spread.padStart(10),
        of(name, 'p50').toFixed(1).padStart(14),
        of(name, 'p99').toFixed(1).padStart(7),
        of(name, 'first').toFixed(1).padStart(9),
        (of(name, 'memory') / 1000).toFixed(0).padStart(11),
        (of(name, 'bytes') / (sessions * tokensOf(model))).toFixed(0).padStart(12),
      ].join(' '),
    );
  }
  if (late > 0)
    console.log(
      `In ${late} of ${tried} runs the generator itself was late (p99 over ${maxLatenessMs} ms): their delays say nothing.`,
    );
}

const upstream = await forkService('upstream', 'upstream.ts');
const env = { UPSTREAM: upstream.url };
const settings = {
  OPENAI_BASE_URL: `${upstream.url}/v1`,
  OPENAI_MODEL: model,
  TITLES: 'rule',
  LOG_LEVEL: 'info',
};
const services = [
  await forkService('floor', 'rival-floor.ts', env),
  await startServer(settings),
  await forkService('openai SDK', 'rival-sdk.ts', env),
  await forkService('ai', 'rival-ai.ts', env),
];
const clients = startClients();
const lateness = () => latenessOf(upstream);

try {
  for (let run = 0; run < warmUps.runs; run += 1)
    for (const service of services) await measure(service, clients, warmUps);
  for (const sessions of sizes) {
    const runs = new Map<string, Run[]>(services.map(({ name }) => [name, []]));
    let late = 0;
    for (let round = 0; round < rounds; round += 1)
      for (const service of services) {
        await lateness();
        runs.get(service.name)?.push(await measure(service, clients, { sessions, model }));
        if ((await lateness()) > maxLatenessMs) late += 1;
      }
    report(sessions, runs, late, rounds * services.length);
  }
} finally {
  clients.disconnect();
  for (const service of services) await service.stop();
  await upstream.stop();
}
process.exit();
