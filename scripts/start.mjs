// `npm start`: from a fresh clone to a running server. Installs and builds only what has changed.
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runServer } from './run-server.mjs';
import { ensureServerBundle } from './server-bundle.mjs';
import { requireNode } from './workspace.mjs';

requireNode();
if ((await ensureInstalled()) && (await ensureBuilt()))
  process.exit(await runServer(await ensureServerBundle()));
process.exit(1);
