// `npm run serve`: serves what is built already, without installing or building anything.
import { existsSync } from 'node:fs';
import { builtPage } from './build.mjs';
import { runServer, serverEntry } from './run-server.mjs';
import { freshServerBundle } from './server-bundle.mjs';
import { fail, requireInstalled, requireNode } from './workspace.mjs';

requireNode();
requireInstalled('npm run serve');
if (!existsSync(builtPage))
  fail(
    'The page is not built yet. Run `npm run build` (or `npm start`, which does it), then `npm run serve` again.',
  );
const bundle = freshServerBundle();
if (!bundle)
  console.error(
    'The server is not built, or its sources have changed since; it is run from them, which takes longer to start.',
  );
process.exit(await runServer(bundle ?? serverEntry));
