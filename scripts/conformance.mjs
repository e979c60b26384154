// `npm run conformance -- URL`: checks the guarantees of a running server from outside (docs/conformance.md).
import { join } from 'node:path';
import { pinnedNode, requireInstalled, requireNode, run } from './workspace.mjs';

requireNode();
requireInstalled('npm run conformance');
const program = join('apps', 'server', 'test', 'conformance', 'main.ts');
const { code } = await run(pinnedNode, [program, ...process.argv.slice(2)]);
process.exitCode = code;
