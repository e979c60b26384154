// Runs a tool of the workspace with the pinned Node first on the PATH: `node scripts/run.mjs biome check .`
import { pnpm, requireInstalled, requireNode, run } from './workspace.mjs';

requireNode();
const [tool, ...args] = process.argv.slice(2);
requireInstalled(`npm run …`);
const [program, ...prefix] = tool === 'pnpm' ? pnpm() : [tool];
const { code, output } = await run(program, [...prefix, ...args]);
if (output) process.stderr.write(output);
process.exitCode = code;
