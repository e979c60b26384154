// `npm run soak -- --minutes 10 --seed 7`: random use of the whole server, looked at all the time (docs/conformance.md).
import { parseArgs } from 'node:util';
import { requireInstalled, requireNode, run } from './workspace.mjs';

requireNode();
requireInstalled('npm run soak');
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '7' } },
});
process.env.SOAK_MINUTES = values.minutes;
process.env.SOAK_SEED = values.seed;
const { code } = await run('vitest', ['run', '--project', '@slipstream/server', 'wire/soak']);
process.exitCode = code;
