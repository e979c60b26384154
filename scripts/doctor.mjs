// `npm run doctor`: asks the configured model endpoint small questions and prints what works.
import { join } from 'node:path';
import { runServer } from './run-server.mjs';
import { requireInstalled, requireNode } from './workspace.mjs';

requireNode();
requireInstalled('npm run doctor');
process.exit(await runServer(join('apps', 'server', 'src', 'doctor', 'main.ts'), process.argv.slice(2)));
