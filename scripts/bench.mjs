// `npm run bench -- NAME…`: runs benchmarks of bench/ one after the other, all of them without a name. They print, and
// assert nothing.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pinnedNode, requireInstalled, requireNode, root, run } from './workspace.mjs';

requireNode();
requireInstalled('npm run bench');
/** What its name says, but not the process that another one of them starts. */
const all = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('-server.ts'))
  .map((file) => file.slice(0, -'.ts'.length));
const names = process.argv.slice(2);
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  process.exit(1);
}
for (const name of names.length > 0 ? names : all) {
  console.log(`\n# ${name}`);
  const { code } = await run(pinnedNode, [join('bench', `${name}.ts`)]);
  if (code !== 0) process.exitCode = code;
}
