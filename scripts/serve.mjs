// `npm run serve`: serves what is built already, without installing or building anything.
import { existsSync } from 'node:fs';
import { builtPage } from './build.mjs';
import { runServer } from './run-server.mjs';
import { fail, requireInstalled, requireNode } from './workspace.mjs';

requireNode();
requireInstalled('npm run serve');
if (!existsSync(builtPage))
  fail(
    'The page is not built yet. Run `npm run build` (or `npm start`, which does it), then `npm run serve` again.',
  );
process.exit(await runServer());
