// What a token weighs on the wire: one session of 200 tokens a second, whose deltas are joined, beside a frame for each
// token. Prints; asserts nothing: `npm run bench -- frames`.
import { forkService, startServer } from './relay/processes.ts';
import { runJob, startClients } from './relay/run-job.ts';
import { median } from './support/median.ts';

const model = 'n1000r200';
const rounds = process.argv.includes('--quick') ? 1 : 5;

const upstream = await forkService('upstream', 'upstream.ts');
const server = await startServer({
  OPENAI_BASE_URL: `${upstream.url}/v1`,
  OPENAI_MODEL: model,
  TITLES: 'rule',
});
const clients = startClients();
const seen: { bytes: number; single: number; frames: number }[] = [];
try {
  for (let round = 0; round < rounds; round += 1) {
    const { bytes, tokens, frames, frameOfOne } = await runJob(clients, {
      url: server.url,
      ours: true,
      sessions: 1,
      model,
    });
    seen.push({ bytes: bytes / tokens, single: frameOfOne, frames: frames / tokens });
  }
} finally {
  clients.disconnect();
  await server.stop();
  await upstream.stop();
}
const of = (field: keyof (typeof seen)[number]) => median(seen.map((each) => each[field]));
console.log(
  `200 tokens a second, ${rounds} rounds of 1000: ${of('bytes').toFixed(0)} bytes for a token in all, ` +
    `${of('single').toFixed(0)} in a frame of its own: ${(of('bytes') / of('single')).toFixed(2)} ` +
    `(${of('frames').toFixed(2)} frames for a token).`,
);
process.exit();
