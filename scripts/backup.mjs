// `npm run backup [-- folder]`: copies the data folder, also while the server runs.
import { join } from 'node:path';
import { runServer } from './run-server.mjs';
import { requireInstalled, requireNode } from './workspace.mjs';

requireNode();
requireInstalled('npm run backup');
process.exit(await runServer(join('apps', 'server', 'src', 'backup', 'main.ts'), process.argv.slice(2)));
