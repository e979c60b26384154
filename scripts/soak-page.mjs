// `npm run soak:page [-- --minutes N]`: streams answers into the page for 30 minutes, or N, and tells whether what it holds
// grows.

import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode, requireNode, root, run } from './workspace.mjs';

requireNode();
if (!(await ensureInstalled()) || !(await ensureBuilt())) process.exit(1);
const { code } = await run(pinnedNode, ['soak-page.ts', ...process.argv.slice(2)], {
  cwd: join(root, 'apps', 'e2e'),
});
process.exitCode = code;
