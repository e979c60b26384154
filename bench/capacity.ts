// How many sessions of 50 tokens a second one process carries with a p99 of the added delay under 50 ms, ours beside plain
// relays, found by the same search. Upstream, server and clients share the machine, so the numbers are this machine's and
// their ratios are what counts. Prints and asserts nothing: `npm run bench -- capacity [--quick]`.
import { forkService, type Service, startServer } from './relay/processes.ts';
import { latenessOf, runJob, startClients } from './relay/run-job.ts';

const quick = process.argv.includes('--quick');
const model = 'n300r50';
const maxP99 = 50;
/** A run whose generator was later than this is void: the machine had no room for what feeds the server. */
const maxLatenessMs = 15;
const attempts = quick ? 2 : 3;
const steps = [10, 20, 40, 60, 80, 100, 150, 200, 250, 300, 400, 500, 600, 800];

const upstream = await forkService('upstream', 'upstream.ts');
const env = { UPSTREAM: upstream.url };
const services = [
  await forkService('floor', 'rival-floor.ts', env),
  await startServer({
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    OPENAI_MODEL: model,
    TITLES: 'rule',
    LOG_LEVEL: 'info',
  }),
  await forkService('openai SDK', 'rival-sdk.ts', env),
  await forkService('ai', 'rival-ai.ts', env),
];
const clients = startClients();
const lateness = () => latenessOf(upstream);

const measure = (service: Service, sessions: number) =>
  runJob(clients, { url: service.url, ours: service.name === 'slipstream', sessions, model });

/** Whether it carries so many: once in some attempts is enough, since other work of the machine only takes away. */
async function carries(service: Service, sessions: number): Promise<'yes' | 'no' | 'void'> {
  let voids = 0;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await lateness();
    const { p99 } = await measure(service, sessions);
    const late = await lateness();
    console.log(
      `${service.name.padEnd(12)} ${String(sessions).padStart(4)} sessions: p99 ${p99.toFixed(0)} ms, generator ${late.toFixed(0)} ms late`,
    );
    if (p99 < maxP99) return 'yes';
    if (late > maxLatenessMs) voids += 1;
  }
  return voids === attempts ? 'void' : 'no';
}

const found = new Map<string, { most: number; why: string }>();
try {
  for (const service of services) {
    await measure(service, 20);
    let most = 0;
    let why = 'the last of the search';
    for (const sessions of steps) {
      const answer = await carries(service, sessions);
      if (answer === 'yes') {
        most = sessions;
        continue;
      }
      why =
        answer === 'no'
          ? 'above it the p99 was over 50 ms'
          : 'above it the generator was late in every attempt';
      break;
    }
    found.set(service.name, { most, why });
  }
  const ours = found.get('slipstream')?.most ?? 0;
  console.log('\n               sessions  ours of it');
  for (const [name, { most, why }] of found)
    console.log(
      `${name.padEnd(14)} ${String(most).padStart(8)} ${(ours / most).toFixed(2).padStart(11)}  ${why}`,
    );
} finally {
  clients.disconnect();
  for (const service of services) await service.stop();
  await upstream.stop();
}
process.exit();
