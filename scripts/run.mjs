// Runs a tool of the workspace with the pinned Node first on the PATH: `node scripts/run.mjs biome check .`
import { spawnSync } from 'node:child_process';
import { pinnedEnv, pnpm, root } from './workspace.mjs';

const [command, ...args] = process.argv.slice(2);
const [program, ...prefix] = command === 'pnpm' ? pnpm() : [command];
const result = spawnSync(program, [...prefix, ...args], { cwd: root, env: pinnedEnv(), stdio: 'inherit' });
process.exit(result.status ?? 1);
