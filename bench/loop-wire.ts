// What a step costs over the wire: turns of 20 and 100 calls of a tool that does nothing, on a model that answers at
// once, asked of the whole server as its users ask it, beside `opencode serve` where that is installed. Both have their
// own prompt, tools and store. Interleaved rounds, medians; prints and asserts nothing: `npm run bench -- loop-wire`.
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentServer } from './loop-wire/agent-server.ts';
import { opencodeVersion, startOpencode } from './loop-wire/opencode.ts';
import { startSlipstream } from './loop-wire/slipstream.ts';
import { cpuSeconds, forkService } from './relay/processes.ts';
import { median } from './support/median.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
/** Turns of 20 calls after which neither gets quicker any more: both are servers that have worked for a while. */
const warmUps = 24;
const sizes = quick ? [20] : [20, 100];
const modelOf = (steps: number) => `steps${steps}`;

const model = await forkService('model', '../loop/model.ts');
const modelUrl = `${model.url}/v1`;
const servers: AgentServer[] = [await startSlipstream(modelUrl, modelOf(sizes[0] ?? 20))];
const version = opencodeVersion();
if (version) servers.push(await startOpencode(modelUrl, sizes.map(modelOf)));
else console.log('opencode is not here and left out: npm i -g opencode-ai, or OPENCODE=path of its program.');

/** What one of them still does after its answer must not fall on the other. */
async function allIdle(): Promise<void> {
  for (let tries = 0; tries < 30; tries += 1) {
    const before = servers.map(({ pid }) => cpuSeconds(pid));
    await sleep(300);
    if (servers.every(({ pid }, index) => cpuSeconds(pid) - (before[index] ?? 0) <= 0.01)) return;
  }
}

async function measure(server: AgentServer, steps: number) {
  await allIdle();
  const cpu = cpuSeconds(server.pid);
  const began = performance.now();
  const said = await server.run(modelOf(steps));
  const ms = performance.now() - began;
  if (said !== 'Done.') throw new Error(`A turn of ${server.name} ended with ${JSON.stringify(said)}.`);
  // A turn of 20 calls asks the model 21 times.
  return { ms: ms / (steps + 1), cpuMs: ((cpuSeconds(server.pid) - cpu) * 1000) / (steps + 1) };
}

for (let turn = 0; turn < warmUps; turn += 1) for (const server of servers) await measure(server, 20);
for (const steps of sizes) {
  for (const server of servers) await measure(server, steps);
  const seen = new Map<AgentServer, { ms: number; cpuMs: number }[]>(servers.map((server) => [server, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [server, all] of seen) all.push(await measure(server, steps));
  console.log(
    `\nTurns of ${steps} calls over the wire, ${rounds} rounds${version ? `, opencode ${version}` : ''}`,
  );
  console.log('             steps a second   ms/step   spread          CPU ms/step');
  for (const [{ name }, all] of seen) {
    const times = all.map(({ ms }) => ms);
    const ms = median(times);
    console.log(
      [
        name.padEnd(12),
        (1000 / ms).toFixed(0).padStart(14),
        ms.toFixed(2).padStart(9),
        `${Math.min(...times).toFixed(2)}–${Math.max(...times).toFixed(2)}`.padStart(14),
        median(all.map(({ cpuMs }) => cpuMs))
          .toFixed(2)
          .padStart(13),
      ].join(' '),
    );
  }
  const [ours, theirs] = [...seen.values()].map((all) => median(all.map(({ ms }) => ms)));
  if (ours && theirs) console.log(`Ours makes ${(theirs / ours).toFixed(1)} times as many steps a second.`);
}
for (const server of servers) await server.stop();
await model.stop();
process.exit();
