// `npm run fuzz -- [streams] [first seed]`: reads very many mutated streams, and every twentieth also over real HTTP;
// prints what came out and each stream that was read wrong. Ends with code 1 where there was one.

import { fuzzOnce } from './fuzz.ts';
import { createHttpFuzz } from './fuzz-http.ts';

const [streams = 100_000, from = 1] = process.argv.slice(2).map(Number);
if (![streams, from].every((value) => Number.isSafeInteger(value) && value >= 0))
  throw new Error('Give the number of streams, and perhaps the first seed.');
const everyHttp = 20;
const slowMs = 1000;

const judged = new Map<string, number>();
const failures = new Map<string, number>();
const faults: string[] = [];
let overHttp = 0;
let slowest = 0;

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const list = (counts: Map<string, number>) =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([key, times]) => `${key} ${times}`)
    .join(', ');

function blame(seed: number, fault: string): void {
  faults.push(fault);
  console.log(`seed ${seed}: ${fault}`);
}

const startedAt = performance.now();
const http = await createHttpFuzz();
for (let seed = from; seed < from + streams; seed += 1) {
  const begunAt = performance.now();
  const outcome = fuzzOnce(seed);
  const took = performance.now() - begunAt;
  slowest = Math.max(slowest, took);
  count(judged, outcome.judged);
  count(failures, outcome.failed ?? 'no error');
  if (outcome.fault) blame(seed, outcome.fault);
  if (took > slowMs) blame(seed, `took ${took.toFixed(0)} ms`);
  if (seed % everyHttp !== 0) continue;
  overHttp += 1;
  const fault = await http.once(seed);
  if (fault) blame(seed, fault);
}
await http.close();
console.log(
  `${streams} mutated streams, seeds ${from} to ${from + streams - 1}; ${overHttp} of them also over HTTP.`,
);
console.log(`Judged by other means: ${list(judged)}.`);
console.log(`The client says: ${list(failures)}.`);
console.log(
  `Slowest ${slowest.toFixed(0)} ms; all in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`,
);
console.log(faults.length === 0 ? 'Nothing was read wrong.' : `${faults.length} read wrong.`);
process.exitCode = faults.length === 0 ? 0 : 1;
