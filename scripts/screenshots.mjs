// `npm run screenshots`: builds the page and takes a picture of each of its states into screenshots/, and the README's
// picture into docs/images/.
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { pinnedNode, requireNode, root, run } from './workspace.mjs';

requireNode();
if (!(await ensureInstalled()) || !(await ensureBuilt())) process.exit(1);
const { code } = await run(pinnedNode, ['screenshots.ts', ...process.argv.slice(2)], {
  cwd: join(root, 'apps', 'e2e'),
});
process.exitCode = code;
