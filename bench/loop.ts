// What a step of the loop costs: turns of 20 and 100 calls of a tool that does nothing, on a model that answers at once,
// beside other agent loops. Ours has every step on record; the others write nothing. A process each, interleaved rounds,
// medians; prints and asserts nothing: `npm run bench -- loop [--quick]`.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Order, Result } from './loop/contestant.ts';
import { median } from './support/median.ts';

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 7;
const sizes = [
  { steps: 20, turns: quick ? 5 : 10 },
  { steps: 100, turns: quick ? 1 : 2 },
];
const names = ['slipstream', 'pi', 'ai', 'openai-agents'];

async function start(file: string, env: Record<string, string> = {}): Promise<[ChildProcess, unknown]> {
  const child = fork(new URL(`loop/${file}.ts`, import.meta.url), {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  child.once('exit', (code) => {
    if (code !== 0 && code !== null) process.exit(code);
  });
  const [said] = await once(child, 'message');
  return [child, said];
}

async function order(child: ChildProcess, what: Order): Promise<Result> {
  child.send(what);
  const [result] = (await once(child, 'message')) as [Result];
  return result;
}

const [model, port] = await start('model');
const env = { MODEL_URL: `http://127.0.0.1:${port}`, OPENAI_API_KEY: 'none' };
const contestants = new Map<string, ChildProcess>();
for (const name of names) contestants.set(name, (await start(name, env))[0]);

for (const { steps, turns } of sizes) {
  for (const child of contestants.values()) await order(child, { steps, turns: Math.max(2, turns) });
  const results = new Map<string, Result[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const [name, child] of contestants) results.get(name)?.push(await order(child, { steps, turns }));
  // A turn of 20 calls asks the model 21 times.
  const count = turns * (steps + 1);
  const perStep = (name: string, field: keyof Result) =>
    median((results.get(name) ?? []).map((result) => result[field])) / count;
  console.log(`\nTurns of ${steps} calls, ${rounds} rounds of ${turns}`);
  console.log('               steps a second  ours of it   spread (ms/step)   CPU ms/step');
  for (const name of names) {
    const all = (results.get(name) ?? []).map(({ ms }) => ms / count);
    console.log(
      [
        name.padEnd(14),
        (1000 / perStep(name, 'ms')).toFixed(0).padStart(14),
        (perStep(name, 'ms') / perStep('slipstream', 'ms')).toFixed(2).padStart(11),
        `${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}`.padStart(18),
        perStep(name, 'cpuMs').toFixed(2).padStart(13),
      ].join(' '),
    );
  }
}
for (const child of contestants.values()) child.disconnect();
model.disconnect();
process.exit();
