// Fails with every import that points the wrong way (`node scripts/check-arrows.mjs`).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { offendingArrows } from './arrows.mjs';
import { filesBelow, root } from './workspace.mjs';

const files = ['packages', 'apps', 'scripts']
  .flatMap(filesBelow)
  .filter((file) => /\.(?:ts|tsx|mts|mjs)$/.test(file));
const problems = files.flatMap((file) => offendingArrows(file, readFileSync(join(root, file), 'utf8')));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} arrow(s) point the wrong way; ARCHITECTURE.md says which ways are open.`);
  process.exitCode = 1;
} else console.log(`The imports of ${files.length} files point the right way.`);
